"""PSIOPS sheets of operatives, opponents and clocks, and their changes."""
