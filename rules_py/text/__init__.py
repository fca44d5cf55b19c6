"""Text for people: numbers, JSON, quotes and the sentences that several games share."""
