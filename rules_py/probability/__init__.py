"""Exact odds of rules, computed by enumerating every face.

This package imports icepool, which rolls don't need.
"""
