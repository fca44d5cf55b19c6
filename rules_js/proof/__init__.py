"""Proofs that compiled rules answer like Python."""
