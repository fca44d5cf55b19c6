"""PUML, on paper: the dice of a fight, who is in it, and what happens to them."""
