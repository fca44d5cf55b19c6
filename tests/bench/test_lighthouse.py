"""The check of Lighthouse's scores: it uses the median and names the audits that lower it."""

import pytest

from bench.lighthouse.pages import KINDS
from bench.lighthouse.scores import MIN_SCORES, compute_score, find_shortfalls, median_score
from bench.project import PROJECT

NODE = {"items": [{"node": {"selector": "main > h4"}}, {"node": {"type": "code"}}]}
AUDITS = {
    "heading-order": {"title": "Headings skip a level", "score": 0, "details": NODE},
    "image-alt": {"title": "Images have words", "score": 1},
    "hidden": {"title": "Counts for nothing", "score": 0},
    "contrast": {"title": "Too faint", "score": 0.5, "displayValue": "3 found"},
    "video": {"title": "No video here", "score": None},
    "cumulative-layout-shift": {"title": "What moves", "numericValue": 0.02},
    "layout-shifts": {"title": "Where", "details": NODE},
}
WEIGHTS = {"heading-order": 3, "image-alt": 7, "hidden": 0, "contrast": 10, "video": 10}


def report(**scores):
    """Build a report in which every category has the full score unless `scores` gives another."""
    refs = [{"id": name, "weight": weight} for name, weight in WEIGHTS.items()]
    return {
        "audits": AUDITS,
        "categories": {
            name: {"score": scores.get(name.replace("-", "_"), 100) / 100, "auditRefs": refs} for name in MIN_SCORES
        },
    }


@pytest.mark.parametrize("of_three", [(80, 96, 99), (99, 80, 96), (96, 99, 80)])
def test_median_score_ignores_run_order(of_three):
    reports = [report(performance=each) for each in of_three]
    assert median_score(reports, "performance") == 96
    assert find_shortfalls("home", reports) == []


@pytest.mark.parametrize(("category", "least"), MIN_SCORES.items())
def test_score_at_the_minimum_passes_and_below_fails(category, least):
    name = category.replace("-", "_")
    assert find_shortfalls("home", [report(**{name: least})]) == []
    [short] = find_shortfalls("home", [report(**{name: least - 1})])
    assert (short.page, short.category, short.score) == ("home", category, least - 1)


def test_shortfall_lists_audits_by_cost_with_their_elements():
    runs = [report(), report(accessibility=98), report(accessibility=90)]
    [short] = find_shortfalls("fight (xmas/fight/)", runs)
    assert str(short).splitlines() == [
        "fight (xmas/fight/): accessibility 98, takes at least 100",
        "    contrast: Too faint 3 found",
        "    heading-order: Headings skip a level <main > h4>",
    ]


def test_layout_shift_above_the_limit_is_a_shortfall():
    runs = [
        report() | {"audits": AUDITS | {"cumulative-layout-shift": {"numericValue": moved}}}
        for moved in (0, 0.03, 0.05)
    ]
    [short] = find_shortfalls("home", runs)
    assert str(short).splitlines() == ["home: cumulative-layout-shift 0.03, takes at most 0.02", "    <main > h4>"]


def test_missing_score_raises_with_lighthouse_error_message():
    failed = report() | {"runtimeError": {"message": "The page did not load."}}
    failed["categories"]["seo"]["score"] = None
    with pytest.raises(ValueError, match="seo: no score. The page did not load."):
        compute_score(failed, "seo")


def test_lighthouse_pages_exist_in_docs():
    docs = PROJECT / "docs"
    for address in KINDS.values():
        place = address.strip("/") or "index"
        assert any((docs / name).is_file() for name in (f"{place}.md", f"{place}/index.md")), address
