"""Rolls that a GM asks a player for: the request, the player's answer, and the check of an answer that comes back.

The dice of an answer follow from the request and from everything that the player has filled in, so an answer that was
changed on its way has other dice than it should. The modules of a request and an answer know no sheets and fights.
"""
