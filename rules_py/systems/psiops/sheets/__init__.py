"""PSIOPS, on paper: operatives and opponents, clocks, and what happens to them."""
