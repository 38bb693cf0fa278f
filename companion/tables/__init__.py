"""The only layer that writes: the log on disk, the tables in memory, and who listens to them."""
