"""COMBAT! A Military Action Game, by William Andersen (ComStar Media 2005; Action! System, OGL 1.0a).

One module for each chapter, tables in data/.
"""
