"""What runs when the site is built. Only `mkdocs_events` knows MkDocs."""
