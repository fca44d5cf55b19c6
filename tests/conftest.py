"""Hypothesis as these tests want it: the same examples every time, nothing timed, nothing left on the disk."""

import sys

from hypothesis import HealthCheck, settings

EXAMPLES = 10 if sys.platform == "emscripten" else 100
"""Fewer in Pyodide, where the same properties hold of the same code and each example takes five times as long."""

settings.register_profile("fieldbook", derandomize=True, deadline=None, database=None, max_examples=EXAMPLES,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fieldbook")
