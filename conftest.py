"""How processes share tests that run side by side; here, as tests stand beside the code too."""

import pytest
from xdist.remote import Producer

from tools.xdist_scheduler import Groups


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    return Groups(config, log)
