"""What is being measured now, for who waits in front of the terminal."""

import sys
import time

_begun = time.monotonic()


def tell(words: str) -> None:
    """One line on standard error, with the seconds since the start."""
    print(f"{time.monotonic() - _begun:5.0f} s  {words}", file=sys.stderr, flush=True)
