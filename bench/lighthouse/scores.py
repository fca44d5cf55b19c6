"""Scores of several runs combined: each category's median, its required minimum and the audits that lower it."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

type Report = Mapping[str, Any]
"""The JSON report of one Lighthouse run."""

MIN_SCORES = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The minimum score in each category, out of 100."""

SHIFT_AUDIT = "cumulative-layout-shift"
MAX_SHIFT = 0.02
"""The largest cumulative layout shift allowed."""


@dataclass(frozen=True)
class Shortfall:
    """A category of a page that scored too low, or the page's layout shift.

    Attributes:
        audits: the audits that lower the score, the most costly first, or the elements that shift.
    """

    page: str
    category: str
    score: float
    requirement: str
    audits: tuple[str, ...]

    def __str__(self) -> str:
        said = "".join(f"\n    {audit}" for audit in self.audits)
        return f"{self.page}: {self.category} {self.score:g}, takes {self.requirement}{said}"


def compute_score(report: Report, category: str) -> int:
    """Return a category's score in one run, out of 100.

    Raises:
        ValueError: Lighthouse could not score the page; the message gives the reason.
    """
    value = report["categories"][category]["score"]
    if value is None:
        failed = [audit for audit in report["audits"].values() if audit.get("scoreDisplayMode") == "error"]
        why = failed[0].get("errorMessage", "") if failed else ""
        raise ValueError(f"{category}: no score. {report.get('runtimeError', {}).get('message', why)}")
    return round(float(value) * 100)


def median_score(reports: Sequence[Report], category: str) -> int:
    """Return the median of a category's scores over an odd number of runs."""
    return sorted(compute_score(report, category) for report in reports)[len(reports) // 2]


def find_shortfalls(page: str, reports: Sequence[Report]) -> list[Shortfall]:
    """Find the categories of a page whose median score is too low, and a layout shift that is too large."""
    found = []
    for category, least in MIN_SCORES.items():
        middle = median_score(reports, category)
        if middle < least:
            shown = next(report for report in reports if compute_score(report, category) == middle)
            found.append(Shortfall(page, category, middle, f"at least {least}", find_lowering_audits(shown, category)))
    shift = round(statistics.median(float(report["audits"][SHIFT_AUDIT]["numericValue"]) for report in reports), 3)
    if shift > MAX_SHIFT:
        moved = tuple(
            {where for report in reports for where in _list_elements(report["audits"].get("layout-shifts", {}))}
        )
        found.append(Shortfall(page, SHIFT_AUDIT, shift, f"at most {MAX_SHIFT}", moved))
    return found


def find_lowering_audits(report: Report, category: str) -> tuple[str, ...]:
    """Return the weighted audits of a category that failed, the most costly first, each with its findings."""
    costs = []
    for counted in report["categories"][category]["auditRefs"]:
        audit = report["audits"][counted["id"]]
        if counted["weight"] and audit["score"] is not None and audit["score"] < 1:
            costs.append(
                (
                    counted["weight"] * (1 - audit["score"]),
                    " ".join(
                        part
                        for part in (
                            f"{counted['id']}: {audit['title']}",
                            audit.get("displayValue", ""),
                            *_list_elements(audit),
                        )
                        if part
                    ),
                )
            )
    return tuple(said for _, said in sorted(costs, key=lambda cost: -cost[0]))


def _list_elements(audit: Mapping[str, Any]) -> list[str]:
    """List the selectors of the elements that an audit names, at most three."""
    items = audit.get("details", {}).get("items", [])
    return [f"<{item['node']['selector']}>" for item in items if "selector" in item.get("node", {})][:3]
