"""X-M.A.S. sheets of operators and enemies, their changes, and the actions of a fight."""
