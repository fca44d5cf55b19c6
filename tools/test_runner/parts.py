"""The parts of `make test`, each after the parts that it waits for, and the trials of `make trials`."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tools.test_runner.steps import COMMAND_TIMEOUT, PROJECT, Command, NodeTests, PytestTests, Step

BUILD = ("rules_js", "rules_markdown", "site_builds", "rules_site", "rules_support")
"""The folders of tests of the build, the longest files first."""

IGNORE_OPTIONS = [f"--ignore=tests/{each}" for each in (*BUILD, "page_scripts", "browser", "engines")]
"""Excludes the other parts' folders; all remaining tests belong to the part `rules`."""

FILLER_NICENESS = 5
"""The niceness of the part that gives way to all others: it needs no site, and fills idle cores until the end."""

PARTS: dict[str, list[Step]] = {
    "lint": [Command(["make", "lint"])],
    "site": [Command(["make", "build"])],
    "rules": [
        PytestTests(
            ["tests/tools", "rules_py", "bench", "tools", "tests"],
            options=IGNORE_OPTIONS,
            niceness=FILLER_NICENESS,
        )
    ],
    "build": [PytestTests([f"tests/{each}" for each in BUILD])],
    "page": [NodeTests("tests/page_scripts/*.test.mjs"), PytestTests(["tests/page_scripts"])],
    "browser": [PytestTests(["tests/browser"])],
    "engines": [PytestTests(["tests/engines"], 1)],
}

WAITS_FOR: dict[str, list[str]] = {
    "build": ["site"],
    "page": ["build"],
    "browser": ["site"],
    "engines": ["site"],
}
"""The parts that must end before a part begins.

Browsers and the tests of the build begin as soon as there is a site. The rules, which have begun with the build, keep
the cores busy in between and at the end: a part that only began then would leave a core idle.
"""


@dataclass(frozen=True)
class Trial:
    """A trial with its goal, which is shown in the report, and its steps."""

    goal: str
    steps: Sequence[Step]


TRIAL_MARK = ("-m", "trial")
PatientPytest = partial(PytestTests, test_timeout=COMMAND_TIMEOUT)
PROGRAMS = "tests/rules_js/test_programs.py"
PROPERTY_TESTS = [
    "tests/systems/test_boards.py",
    "tests/systems/test_properties.py",
    "tests/systems/test_sums.py",
    "tests/systems/test_whose_turn.py",
    "tests/rules_py/test_notation.py",
    "tests/rules_py/test_formatting.py",
    "tests/rules_py/probability",
    "tests/rules_py/play",
    "tests/systems/test_sheets.py",
    "tests/systems/test_forecasts.py",
]
SLOW_BROWSER_ENVIRONMENT = {"CHROME_PATH": str(PROJECT / "tools" / "slow-browser"), "PATIENCE": "4"}
TRIALS = {
    "storage": Trial(
        "1,000 schedules of two tabs, changes, dead connections and reloads end as a model says",
        [NodeTests("tests/page_scripts/store-faults.test.mjs", {"TRIAL": "1"})],
    ),
    "samples": Trial(
        "A million rolls of a rule fall as its odds say, all odds are those of the reference models, and the site "
        "builds with made-up games",
        [PatientPytest(["rules_py", "bench", "tools", "tests"], options=[*IGNORE_OPTIONS, *TRIAL_MARK])],
    ),
    "build": Trial(
        "The site's files are what they should be, and compiled rules answer twenty times as many cases like Python",
        [PatientPytest([f"tests/{each}" for each in BUILD], options=[*TRIAL_MARK, f"--ignore={PROGRAMS}"])],
    ),
    "programs": Trial(
        "20,000 random programs mean the same in Python and compiled, or aren't compiled",
        [PatientPytest([PROGRAMS], options=TRIAL_MARK)],
    ),
    "texts": Trial(
        "The stored figures and hashes are those of the games' texts, if FIELDBOOK_TEXTS names their folder",
        [PatientPytest(["tests/systems"], options=[*TRIAL_MARK, "-k", "text"])],
    ),
    "properties": Trial(
        "Properties of every rule, notation, sheet and fight hold in 200 examples each",
        [PatientPytest(PROPERTY_TESTS, environment={"EXAMPLES": "200"})],
    ),
    "faults": Trial(
        "When something breaks, stalls, floods or attacks the page, readers get a sentence, and no request is lost; "
        "every page, screen size and example of the browser tests passes",
        [PatientPytest(["tests/browser"], options=TRIAL_MARK)],
    ),
    "engines": Trial(
        "The main flows work in Firefox, in WebKit and on a quarter of a core, everything on every page rolls and fits "
        "in WebKit, and 5,000 random requests have the same answers there",
        [PatientPytest(["tests/engines"], options=TRIAL_MARK)],
    ),
    "firefox": Trial(
        "The browser tests pass in Firefox, except those that its driver can't run",
        [PatientPytest(["tests/browser"], environment={"ENGINE": "firefox"})],
    ),
    "shuffled": Trial(
        "Browser tests pass in any browser process and in any order",
        [PatientPytest(["tests/browser"], environment={"TEST_BY_TEST": "1"})],
    ),
    "slow": Trial(
        "Long work yields to readers, on a quarter of a core",
        [PatientPytest(["tests/browser/test_interruption.py"], 1, environment=SLOW_BROWSER_ENVIRONMENT)],
    ),
    "fairness": Trial(
        "Ten million faces from the page and as many from rules, half of them from rolls of 1 to 6 dice, are as even "
        "and as unordered as those of fair dice",
        [Command([sys.executable, "-m", "bench", "fairness", "--strict"])],
    ),
    "lighthouse": Trial(
        "A page of each kind reaches its scores as a phone, as the median of three runs",
        [Command(["make", "lighthouse"])],
    ),
}
