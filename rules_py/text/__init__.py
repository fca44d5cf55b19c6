"""Text for people: numbers, serialization, quoting, labels, and sentences that several games share."""
