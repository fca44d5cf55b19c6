"""Text for people: numbers, JSON, quoting and sentences that several games share."""
