"""The site's build steps in MkDocs: `mkdocs_events` and `live_reload`."""
