"""The events of MkDocs, with live reload. All else is in `rules_markdown` and `rules_site`, for any builder."""
