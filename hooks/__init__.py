"""The site's build steps. Only `mkdocs_events` and `live_reload` depend on MkDocs."""
