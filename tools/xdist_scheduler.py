"""Which tests one process runs one after another, as they share what took time to make."""

import os
import re
from typing import override

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

PAGE = re.compile(r"\[(/(?:[\w-]+/)*(?:404\.html)?)")
ENGINE = re.compile(r"\[(firefox|webkit|slow-phone)")


def find_group(test: str) -> str:
    """The group of a test by its id: its file, or a page or an engine of it; all that build two sites are one.

    >>> find_group("tests/browser/test_fight.py::test_undo[phone]")
    'tests/browser/test_fight.py'
    >>> find_group("tests/browser/test_every_page.py::test_axe[/combat/core-rules/-after use-light]")
    'tests/browser/test_every_page.py /combat/core-rules/'
    >>> find_group("tests/browser/offline/test_next_build.py::test_news")
    'tests/browser/offline'
    >>> find_group("tests/engines/test_core.py::test_a_page_is_read[webkit]")
    'webkit'
    """
    file, _, name = test.partition("::")
    if "/offline/" in file:
        return file.rpartition("/")[0]
    if engine := ENGINE.search(name):
        return engine[1]
    page = PAGE.search(name)
    return f"{file} {page[1]}" if page else file


class GroupScheduler(LoadScopeScheduling):
    """Hands out tests by group; marks for that (`xdist_group`) are not heard with pytest 9.2.

    With TEST_BY_TEST in the environment each goes to whichever process is free: no test may need another before it.
    """

    @override
    def _split_scope(self, nodeid: str) -> str:
        return nodeid if "TEST_BY_TEST" in os.environ else find_group(nodeid)

    @override
    def remove_node(self, node: WorkerController) -> str | None:
        """Give up a process; the test at which it ended has failed, and is not run once more beside the others."""
        for tests in self.assigned_work[node].values():
            for test, is_done in tests.items():
                if not is_done:
                    tests[test] = True
                    super().remove_node(node)
                    return test
        return super().remove_node(node)
