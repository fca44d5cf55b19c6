"""How processes share tests that run side by side; here, as tests stand beside the code too."""

import pytest
from xdist.remote import Producer

from tools.xdist_scheduler import GroupScheduler


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> GroupScheduler:
    return GroupScheduler(config, log)
