"""What is being measured now, for who waits in front of the terminal."""

import sys
import time

_start_time = time.monotonic()


def print_progress(message: str) -> None:
    """One line on standard error, with the seconds since the start."""
    print(f"{time.monotonic() - _start_time:5.0f} s  {message}", file=sys.stderr, flush=True)
