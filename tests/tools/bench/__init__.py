"""The real server over loopback with real seats, and its figures as ratios against another commit.

`make bench`, or `PYTHONPATH=tests/tools python -m bench`. See docs/bench.md. Nothing leaves this machine.
"""
