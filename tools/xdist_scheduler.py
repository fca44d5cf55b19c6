"""Scheduling of tests that share expensive fixtures: a group of tests runs in one process."""

import os
import re
from typing import override

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

PAGE = re.compile(r"\[(/(?:[\w-]+/)*(?:404\.html)?)")
FOLDERS = re.compile(r".*/(?:offline|rules_coverage)(?=/)")
"""The folders whose tests share two sites, or the rendered pages of all games."""

ENGINE = re.compile(r"\[(firefox|webkit|slow-phone)")


def find_group(test: str) -> str:
    """Find the group of a test by its id.

    The group is the test's file, folder, page or engine. A browser test without a page is its own group with all of its
    parameters: its file shares nothing, and files of a minute would run last while other processes have nothing left to
    do.

    >>> find_group("tests/rules_py/test_api.py::test_undo[xmas]")
    'tests/rules_py/test_api.py'
    >>> find_group("tests/browser/test_fight.py::test_undo[phone]")
    'tests/browser/test_fight.py::test_undo'
    >>> find_group("tests/browser/test_every_page.py::test_axe[/combat/core-rules/-after use-light]")
    'tests/browser/test_every_page.py /combat/core-rules/'
    >>> find_group("tests/browser/offline/test_next_build.py::test_news")
    'tests/browser/offline'
    >>> find_group("tests/engines/test_core.py::test_a_page_is_read[webkit]")
    'webkit'
    """
    file, _, name = test.partition("::")
    if folder := FOLDERS.match(file):
        return folder[0]
    if engine := ENGINE.search(name):
        return engine[1]
    if page := PAGE.search(name):
        return f"{file} {page[1]}"
    return test.partition("[")[0] if file.startswith("tests/browser/") else file


class GroupScheduler(LoadScopeScheduling):
    """A scheduler that distributes tests by group; `xdist_group` marks have no effect with pytest 9.2.

    If TEST_BY_TEST is set in the environment, it sends each test to any free process. This shows that no test depends
    on another.
    """

    @override
    def _split_scope(self, nodeid: str) -> str:
        return nodeid if "TEST_BY_TEST" in os.environ else find_group(nodeid)

    @override
    def remove_node(self, node: WorkerController) -> str | None:
        """Remove a crashed process; the test that it was running has failed and isn't retried in parallel."""
        for tests in self.assigned_work[node].values():
            for test, is_done in tests.items():
                if not is_done:
                    tests[test] = True
                    super().remove_node(node)
                    return test
        return super().remove_node(node)

    @override
    def _reschedule(self, node: WorkerController) -> None:
        """Give a process tests until it has two, because it only runs a test when it knows the next.

        A process that replaces a crashed one would otherwise wait forever with a group of one test, or of none.
        """
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)
