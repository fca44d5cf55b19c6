"""Help for all steps of a build: a cache of artifacts, tools that run in Node, and the check of games and pages."""
