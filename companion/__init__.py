"""Companion: keeps the score, the rules and the peace at a table of real cards."""

__version__ = "0.1.0"
