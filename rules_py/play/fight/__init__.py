"""Fights: an event log, the state that results from it, and the commands that append to it."""
