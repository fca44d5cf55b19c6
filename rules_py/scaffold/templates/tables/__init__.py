"""New Game, by its makers: tables in data/, terms in licence.toml."""
