"""X-M.A.S. by Eric Stewart, Quiet Static; mechanics based on FIST: Ultra Edition by CLAYMORE (CC BY 4.0)."""
