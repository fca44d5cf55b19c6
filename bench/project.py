"""Paths that the benchmarks use."""

import os
from pathlib import Path

PROJECT = Path(__file__).parents[1]
SITE = Path(os.environ.get("SITE_DIR", PROJECT / "site"))
BUILD = PROJECT / "build" / "bench"

BUILT_ORIGIN = "http://localhost:8000"
"""The site's address in mkdocs.yml, which its sitemap uses for every page."""
