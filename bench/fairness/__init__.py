"""Fairness benchmark: statistical tests of ten million faces from each code path that rolls dice."""
