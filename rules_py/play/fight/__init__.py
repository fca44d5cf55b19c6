"""Fights: a log of events, the state that it adds up to, and the commands that add to it."""
