"""Hypothesis as these tests want it: the same examples every time, nothing timed, nothing left on the disk."""

from hypothesis import HealthCheck, settings

settings.register_profile("fieldbook", derandomize=True, deadline=None, database=None,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fieldbook")
