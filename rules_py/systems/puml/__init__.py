"""PUML, combat chapter, by M. R. Gemmell (CC BY-SA 4.0), created for FIST by CLAYMORE. Tables in data/."""
