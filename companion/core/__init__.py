"""The words all games share. Pure: no I/O, no clock, no chance, no Flask, no SQLite."""
