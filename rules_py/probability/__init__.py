"""Exact odds of rules, computed by enumerating every face."""
