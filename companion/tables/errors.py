"""Why a table says no, besides the rules of the game (`RuleViolation`) and bad shape (`BadRecord`)."""

from __future__ import annotations

from companion.core.text import Text


class StaleTable(Exception):
    """Somebody was faster: the phone looked at an older table. `again`: sent once more, it would count."""

    def __init__(self, text: Text, *, again: bool = False) -> None:
        super().__init__(text.template)
        self.text = text
        self.again = again


class AlreadyRecorded(StaleTable):
    """The key of this entry was used for another one: which, so that it can be changed."""

    def __init__(self, seq: int) -> None:
        super().__init__(Text("Already recorded as #{seq}. Change that entry instead?", seq=seq))
        self.seq = seq


class TableRefusal(Exception):
    """The table itself says no: full, locked, not your seat."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text


class NoSuchTable(Exception):
    """There is no such table, or this device has no business there."""
