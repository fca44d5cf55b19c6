"""Games as objects, and their mechanics, calculators, sheets, changes and fights by id."""
