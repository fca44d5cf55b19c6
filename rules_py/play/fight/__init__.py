"""Fights: an event log, the state that results from it, and the commands that append to it.

Undo drops the last events of the log. It needs no rules, so the page does it (features/encounters/stored-fight.js).
"""
