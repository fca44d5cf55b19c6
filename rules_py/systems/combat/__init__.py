"""COMBAT! A Military Action Game, by William Andersen (ComStar Media 2005; Action! System, OGL 1.0a).

A module a chapter, tables in data/.
"""
