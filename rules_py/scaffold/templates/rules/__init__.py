"""New Game, by its makers. Tables in data/, terms in licence.toml."""
