"""Reads the documents that fsfind wrote."""
from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TypeVar, Union

from .decoding import decode
from .documents import Diff, Machine, Placement, Proof, Report, WatchStep
from .errors import Error

SCHEMA = 1
"""The schema number that this module reads; the same for all documents."""

Document = Union[Report, Diff, Machine, Placement, Proof, WatchStep]
D = TypeVar("D", Report, Diff, Machine, Placement, Proof, WatchStep)

KINDS: tuple[type[Document], ...] = (Report, Diff, Machine, Placement, Proof, WatchStep)
# The words of the JSON reports, by class, that no other document has.
MARKS = {Report: "findings", Diff: "differences", Machine: "transfers", Placement: "looks",
         Proof: "patch", WatchStep: "watched"}
NOT_FSFIND = "give a file that fsfind wrote with --format=json"


def document(text: str | bytes, path: str) -> Document:
    """The document that `text` holds; `path` names its origin in errors."""
    try:
        value = json.loads(text)
        kind = kind_of(value, path)
        if value.get("schema") != SCHEMA:
            raise Error(path, f"has schema {value.get('schema')}, and this module reads {SCHEMA}",
                        "use the module of the fsfind that wrote it")
        return decode(kind, value, path)
    except ValueError as error:
        raise Error(path, f"is no JSON: {error}", NOT_FSFIND) from None
    except RecursionError:
        raise Error(path, "is nested too deep", NOT_FSFIND) from None


def kind_of(value: object, path: str) -> type[Document]:
    tool = value.get("tool") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(tool, dict) or tool.get("name") != "fsfind":
        raise Error(path, "is no document of fsfind", NOT_FSFIND)
    for kind in KINDS:
        if MARKS[kind] in value:
            return kind
    raise Error(path, "is a document of fsfind that this module does not know",
                "it knows what report, check, diff, machine, placement, fix --prove and watch write")


def contents(path: str | os.PathLike[str]) -> tuple[str, bytes]:
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            return name, file.read()
    except OSError as error:
        raise Error(name, f"cannot be read: {error.strerror}", "check the path") from None
    except ValueError as error:  # a zero byte in the path
        raise Error(name, f"cannot be read: {error}", "check the path") from None


def read(path: str | os.PathLike[str]) -> Document:
    """The document of any kind that the file holds."""
    name, text = contents(path)
    return document(text, name)


def read_as(kind: type[D], path: str | os.PathLike[str]) -> D:
    """The document in the file, which must be of this kind: `read_as(Report, "report.json")`."""
    return of_kind(kind, read(path), os.fspath(path))


def of_kind(kind: type[D], found: Document, path: str) -> D:
    if not isinstance(found, kind):
        raise Error(path, f"holds a {type(found).__name__}, not a {kind.__name__}",
                    "name another file")
    return found


def read_watch(path: str | os.PathLike[str]) -> Iterator[WatchStep]:
    """The steps in a file that `fsfind watch --format=json` wrote, one a line. A last line that is
    cut off, because fsfind still writes it, is left out."""
    name, text = contents(path)
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if line.endswith(b"\n") and line.strip():
            where = f"{name}:{number}"
            yield of_kind(WatchStep, document(line, where), where)
