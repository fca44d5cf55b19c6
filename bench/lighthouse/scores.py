"""Scores of several runs as one: the median of each category, whether it is high enough, and what lowers it."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

type Report = Mapping[str, Any]
"""What Lighthouse says of one run, as its JSON has it."""

WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The least score of each category, of 100."""

SHIFT = "cumulative-layout-shift"
MOST_SHIFTED = 0.02
"""How much of what is read may move by itself, as browsers count it."""


@dataclass(frozen=True)
class Shortfall:
    """A category of a page whose score is too low, with the audits that lower it, the heaviest first; or its shift."""

    page: str
    category: str
    score: float
    takes: str
    audits: tuple[str, ...]

    def __str__(self) -> str:
        said = "".join(f"\n    {audit}" for audit in self.audits)
        return f"{self.page}: {self.category} {self.score:g}, takes {self.takes}{said}"


def score(report: Report, category: str) -> int:
    """A category's score of 100 in one run.

    Raises:
        ValueError: Lighthouse could not look at the page; the message says why.
    """
    value = report["categories"][category]["score"]
    if value is None:
        failed = [audit for audit in report["audits"].values() if audit.get("scoreDisplayMode") == "error"]
        why = failed[0].get("errorMessage", "") if failed else ""
        raise ValueError(f"{category}: no score. {report.get('runtimeError', {}).get('message', why)}")
    return round(float(value) * 100)


def median(reports: Sequence[Report], category: str) -> int:
    """The median of a category over an odd number of runs."""
    return sorted(score(report, category) for report in reports)[len(reports) // 2]


def shortfalls(page: str, reports: Sequence[Report]) -> list[Shortfall]:
    """The categories of a page whose median is too low, and what moves too far on it."""
    found = []
    for category, least in WANTED.items():
        middle = median(reports, category)
        if middle < least:
            shown = next(report for report in reports if score(report, category) == middle)
            found.append(Shortfall(page, category, middle, f"at least {least}", lowering(shown, category)))
    shift = round(statistics.median(float(report["audits"][SHIFT]["numericValue"]) for report in reports), 3)
    if shift > MOST_SHIFTED:
        moved = tuple({where for report in reports for where in _where(report["audits"].get("layout-shifts", {}))})
        found.append(Shortfall(page, SHIFT, shift, f"at most {MOST_SHIFTED}", moved))
    return found


def lowering(report: Report, category: str) -> tuple[str, ...]:
    """The audits that count in a category and are not passed, the most costly first, each with what it found."""
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
                            *_where(audit),
                        )
                        if part
                    ),
                )
            )
    return tuple(said for _, said in sorted(costs, key=lambda cost: -cost[0]))


def _where(audit: Mapping[str, Any]) -> list[str]:
    """The elements that an audit names, three of them at most."""
    items = audit.get("details", {}).get("items", [])
    return [f"<{item['node']['selector']}>" for item in items if "selector" in item.get("node", {})][:3]
