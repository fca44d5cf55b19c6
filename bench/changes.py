"""Benchmark of the time until a changed form shows its new numbers, for every roller's odds and every calculator."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from playwright.sync_api import BrowserContext, Playwright

from bench import sites
from bench.chromium import fresh_profile, open_tab
from bench.formatting import Section, format_goal, format_milliseconds, percentile_95
from bench.forms import NUMBERS, Form, find_forms, list_values, plan_changes
from bench.host import Host
from bench.progress import print_progress
from bench.ways import count_ways

CHANGES = 100
"""The number of changes of each form."""

MEDIAN_GOAL, PERCENTILE_95_GOAL = 50, 150
"""In milliseconds."""

MOST_WAYS = 5_000
"""The number of ways of the dice from which a setting is long, so that the goals don't apply to it."""


@dataclass(frozen=True)
class Change:
    """A measured change.

    Attributes:
        form: the form's id.
        values: its values after the change.
        milliseconds: the time until the new numbers are painted.
        ways: the number of ways of the dice that the numbers follow, which is the reason for a long time.
    """

    form: str
    values: Mapping[str, str]
    milliseconds: float
    ways: int = 0

    @property
    def is_long(self) -> bool:
        return self.ways > MOST_WAYS


@dataclass(frozen=True)
class Measurement:
    """The measured changes of one form on one site; `refused` is the number of changes that the rule refused."""

    form: Form
    changes: Sequence[Change]
    refused: int


def measure_changes(playwright: Playwright, most: int = CHANGES) -> list[Section]:
    """Measure random changes of all forms; `most` limits the changes."""
    site, found = sites.our_site(), []
    with Host(site.folder) as host, fresh_profile(playwright) as phone:
        host.precompress_files()
        for form in find_forms(site.folder):
            measured = measure_form(phone, host.url, form, min(most, CHANGES))
            found.append(measured)
            if times := [change.milliseconds for change in measured.changes]:
                print_progress(
                    f"{form.id}, {len(times)} changes, median {statistics.median(times):.0f} ms, "
                    f"most {max(times):.0f} ms, {measured.refused} refused"
                )
    print_progress("count the ways of the dice")
    counted = add_ways(found)
    return [build_section(counted)]


def add_ways(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Return the measurements with the number of ways of the dice of each change."""
    ways = iter(count_ways([(change.form, change.values) for each in measurements for change in each.changes]))
    return [
        replace(each, changes=[replace(change, ways=next(ways)) for change in each.changes]) for each in measurements
    ]


def measure_form(phone: BrowserContext, url: str, form: Form, count: int) -> Measurement:
    """Change a form `count` times, after a first change that waits for start-up and is not counted."""
    with open_tab(phone) as page:
        page.goto(url + form.address)
        root = page.locator(f'{form.element}[id="{form.anchor}"]:defined')
        start = root.evaluate("(root) => bench.open(root)")
        planned = plan_changes(form, start, count + 1)
        times = root.evaluate(
            "(root, [place, changes]) => bench.changeAll(root, place, changes)", [NUMBERS[form.element], planned]
        )
    timed = list(zip(list_values(start, planned), times, strict=True))[1:]
    changes = [Change(form.id, values, taken) for values, taken in timed if taken is not None]
    return Measurement(form, changes, len(timed) - len(changes))


def build_section(found: Sequence[Measurement]) -> Section:
    """Build the table of medians."""
    section = Section(
        "Changes of a form",
        f"Time from a random change of a form's value until its new numbers are painted: of each roller's odds, and of "
        f"each calculator. Each form changes up to {CHANGES:,} times. No set of values comes twice, and changes that a "
        "rule refuses don't count. A setting is long "
        f"if its numbers follow more than {MOST_WAYS:,} ways of the dice.",
        ("Forms", "Changes", "Median", "95 %", "Most", "Goal for the median", "Goal for 95 %"),
    )
    for kind, is_calculator in (("rollers' odds", False), ("calculators", True)):
        for name, with_long in ((kind, True), (f"{kind}, without long settings", False)):
            times = [
                change.milliseconds
                for each in found
                if each.form.is_calculator == is_calculator
                for change in each.changes
                if with_long or not change.is_long
            ]
            middle, high = statistics.median(times), percentile_95(times)
            goals = (
                format_goal(f"at most {MEDIAN_GOAL} ms", middle <= MEDIAN_GOAL),
                format_goal(f"at most {PERCENTILE_95_GOAL} ms", high <= PERCENTILE_95_GOAL),
            )
            numbers = map(format_milliseconds, (middle, high, max(times)))
            section.rows.append((name, f"{len(times):,}", *numbers, *(("", "") if with_long else goals)))
    return section
