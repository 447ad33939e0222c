"""The one exception of this package."""
from __future__ import annotations


class Error(Exception):
    """What was wrong, with which file or command (`path`), and what to do about it (`remedy`, may
    be empty)."""

    def __init__(self, path: str, what: str, remedy: str = "") -> None:
        super().__init__(path, what, remedy)
        self.path = path
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.path}: {self.what}" + (f"; {self.remedy}" if self.remedy else "")
