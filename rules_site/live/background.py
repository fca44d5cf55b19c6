"""Work that pages and builders don't wait for."""

import os
from contextlib import suppress


def work_in_background() -> None:
    """Let the processes that somebody waits for come first."""
    os.nice(10)
    with suppress(AttributeError, OSError):  # only Linux has it
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
