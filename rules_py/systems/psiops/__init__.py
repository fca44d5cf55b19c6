"""PSIOPS 0.5 playtest, by Zachary Taylor (CC BY-SA 4.0). One module for each chapter, tables in data/."""
