"""Where things are."""

import os
from pathlib import Path

PROJECT = Path(__file__).parents[1]
SITE = Path(os.environ.get("SITE_DIR", PROJECT / "site"))
BUILD = PROJECT / "build" / "bench"
