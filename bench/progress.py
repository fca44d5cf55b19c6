"""Progress messages on the terminal."""

import sys
import time

_start_time = time.monotonic()


def print_progress(message: str) -> None:
    """Print a message to standard error, with the seconds since the start."""
    print(f"{time.monotonic() - _start_time:5.0f} s  {message}", file=sys.stderr, flush=True)
