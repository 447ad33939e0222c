"""Runs fsfind, and reads what it writes."""
from __future__ import annotations

import os
import subprocess
from typing import Union

from .documents import Diff, Machine, Placement, Report
from .errors import Error
from .reading import Document, document, of_kind

PROGRAM_VARIABLE = "FSFIND"
"""The environment variable that names the program; without it, `fsfind` is looked for in PATH."""

FINDINGS = 1
"""The exit code of findings at or above --fail-on; the document is whole."""

Word = Union[str, "os.PathLike[str]"]


def run(command: str, *words: Word, program: Word | None = None) -> Document:
    """Runs `fsfind COMMAND --format=json WORDS`. Its errors are raised, its warnings are
    dropped."""
    name = os.fspath(program or os.environ.get(PROGRAM_VARIABLE) or "fsfind")
    call = [name, command, "--format=json", *(os.fspath(word) for word in words)]
    try:
        done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    except OSError as error:
        raise Error(name, f"cannot be run: {error.strerror}",
                    f"install fsfind, or name it in {PROGRAM_VARIABLE}") from None
    if done.returncode not in (0, FINDINGS) or not done.stdout:
        told = done.stderr.decode(errors="replace").strip().removeprefix("fsfind: ")
        raise Error(f"fsfind {command}", told or f"ended with {done.returncode}")
    return document(done.stdout, f"fsfind {command}")


def report(recording: Word = "perf.data", *words: Word, program: Word | None = None) -> Report:
    """`report("perf.data", "--lines=0")`: the report on a recording; other options as words."""
    return of_kind(Report, run("report", "-q", recording, *words, program=program), str(recording))


def check(*words: Word, program: Word | None = None) -> Report:
    """`check("-p", "build")`: the findings in sources."""
    return of_kind(Report, run("check", "-q", *words, program=program), "fsfind check")


def diff(before: Word, after: Word, *words: Word, program: Word | None = None) -> Diff:
    """What became of the findings from one recording or report to the next."""
    return of_kind(Diff, run("diff", before, after, *words, program=program), "fsfind diff")


def placement(*words: Word, program: Word | None = None) -> Placement:
    """`placement("4242")`: on which nodes the memory of a process is."""
    return of_kind(Placement, run("placement", *words, program=program), "fsfind placement")


def machine(*words: Word, program: Word | None = None) -> Machine:
    """What transfers of cachelines take on this machine, or by a file that tells of another."""
    return of_kind(Machine, run("machine", *words, program=program), "fsfind machine")


