"""The pytest-xdist scheduler, set here because some tests are next to the code, outside tests/."""

import pytest
from xdist.remote import Producer

from tools.xdist_scheduler import GroupScheduler


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> GroupScheduler:
    return GroupScheduler(config, log)
