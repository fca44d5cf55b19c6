"""Lighthouse on a page of each kind, as a phone: a check of its scores. Lighthouse itself is installed for it alone."""
