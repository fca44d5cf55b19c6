"""Rendering of rolls and odds as HTML fragments, with the same markup at build time and in the browser."""
