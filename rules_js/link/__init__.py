"""Compiled rules as modules that a page loads."""
