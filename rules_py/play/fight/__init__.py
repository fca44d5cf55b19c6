"""Fights: an event log, the state it adds up to, and the commands that append to it."""
