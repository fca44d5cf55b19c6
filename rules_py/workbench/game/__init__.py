"""The game whose only rule is the one on the workbench, so that rolls and odds find it by its id."""
