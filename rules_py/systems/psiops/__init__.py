"""PSIOPS 0.5 playtest, by Zachary Taylor (CC BY-SA 4.0). A module a chapter, tables in data/."""
