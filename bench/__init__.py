"""Benchmarks of speed, transfer size and scale in a real browser, compared with stock Pyodide (`make bench`)."""
