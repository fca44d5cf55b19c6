"""The rules of a page are in their own file, which loads everything that its rules need."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from rules_js.build import build_rules
from rules_js.link.modules import LOADED_WITH, QUESTIONS
from rules_js.proof.cases import make_case
from rules_js.proof.proof import NodeRules
from rules_js.proof.rule_cases import list_rollable_ids
from rules_py.registry import games
from rules_site.bundle.assets import RULES_CACHE


@pytest.fixture(scope="module")
def rules():
    return build_rules(RULES_CACHE)


@pytest.mark.examples(2)
@pytest.mark.parametrize("slug", ["combat", "psiops", "puml", "sideworld", "xmas"])
def test_the_file_of_a_page_answers_alone(rules, slug):
    for part, names in rules.parts[slug].items():
        with NodeRules(RULES_CACHE / rules.folder, "core", f"{slug}.{part}") as node:
            cases = [make_case("roll", f"{slug}.{name}", "{}", seed) for name in names for seed in range(5)]
            assert next(node.find_differences(cases), None) is None


@pytest.mark.parametrize("slug", ["combat", "psiops", "puml", "sideworld", "xmas"])
def test_the_file_of_a_game_answers_for_all_rules_that_no_page_has_alone(rules, slug):
    in_parts = {f"{slug}.{name}" for names in rules.parts[slug].values() for name in names}
    others = [id for id in list_rollable_ids([slug]) if id not in in_parts and id != "dice"]
    with NodeRules(RULES_CACHE / rules.folder, "core", slug) as node:
        assert next(node.find_differences(make_case("roll", id, "{}", 1) for id in others), None) is None


def test_a_page_loads_less_than_half_of_a_game(rules):
    """PSIOPS has the most rules."""
    folder = RULES_CACHE / rules.folder
    sizes = {path.name: path.stat().st_size for path in folder.glob("psiops*.js") if "-" not in path.name}
    assert sizes["psiops.combat.js"] + sizes["psiops.js"] < sum(sizes.values()) / 2


def test_every_rollable_rule_has_one_file(rules):
    for slug in games.systems():
        names = [name for names in rules.parts[slug].values() for name in names]
        assert len(names) == len(set(names))


def list_loaded(module):
    return {module}.union(*map(list_loaded, LOADED_WITH[module]))


def test_any_two_modules_share_one_module_and_those_that_load_with_it():
    """Otherwise an item that both need would have no place, or bring along what one of them doesn't need."""
    for one, other in combinations(LOADED_WITH, 2):
        common = list_loaded(one) & list_loaded(other)
        assert [each for each in common if list_loaded(each) == common], (one, other)


def test_the_page_loads_the_modules_that_answer_each_question():
    script = (Path(__file__).parents[2] / "page/js/rules-client/compiled-files.js").read_text(encoding="utf-8")

    text = re.search(r"const KINDS = \{\n(.*?)\n\};", script, re.DOTALL)[1]
    kinds = re.findall(r'"?([\w-]+)"?: \[\s*"([^"]*)",\s*"([^"]*)"(?:, \{[^}]*\})?,?\s*\]', text)
    questions = {kind: names.split() for kind, names, _ in kinds}
    files = {kind: names.split() for kind, _, names in kinds}
    answered = {handler.__name__: module for module, handlers in QUESTIONS.items() for handler in handlers}
    asked = {name: kind for kind, names in questions.items() for name in names}
    assert asked.keys() == answered.keys()
    for name, kind in asked.items():
        assert set(files[kind]) == list_loaded(answered[name]), name


def test_every_question_is_answered_in_time_slices(rules):
    """A worker asks each question so, and all modules load with the core."""
    assert all("core" in list_loaded(module) for module in LOADED_WITH)
    assert "addTimeSlices as" in (RULES_CACHE / rules.folder / "core.js").read_text(encoding="utf-8")
