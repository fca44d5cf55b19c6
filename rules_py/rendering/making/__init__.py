"""Pages on which a player makes a character step by step."""
