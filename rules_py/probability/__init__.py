"""Exact odds: a rule followed over every face. What is in here loads icepool, which a roll does not need."""
