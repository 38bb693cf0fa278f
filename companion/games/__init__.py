"""One folder per game. Pure: rules, state and sentences, no I/O. Games do not know each other."""
