"""An older entry is changed: the form for it in the words of its game, and what the change would do."""
