"""Runs fsfind, and reads what it writes."""
from __future__ import annotations

import os
import re
import subprocess
import tempfile
from typing import Union

from .documents import Diff, Machine, Placement, Report
from .errors import Error
from .reading import Document, contents, document, of_kind

PROGRAM_VARIABLE = "FSFIND"
"""The environment variable that names the program; without it, `fsfind` is looked for in PATH."""

OUTPUT = re.compile(r"-[qv]*o|--output(=|$)")
"""Words that name a file to write to; `-q` and `-v` may stand before the `o`."""

Word = Union[str, "os.PathLike[str]"]


def run(command: str, *words: Word, program: Word | None = None) -> Document:
    """The document of `fsfind COMMAND --format=json WORDS`. Errors of fsfind are raised; warnings,
    and what a command prints that fsfind starts, are dropped. If there is a document, the exit code
    does not matter: it tells of findings (--fail-on), or is that of the started command."""
    name = os.fspath(program or os.environ.get(PROGRAM_VARIABLE) or "fsfind")
    texts = [os.fsdecode(word) for word in words]
    refuse_output(command, texts)
    with tempfile.TemporaryDirectory(prefix="fsfind-") as folder:
        path = os.path.join(folder, "document.json")
        call = [name, command, "--format=json", f"--output={path}", *texts]
        try:
            done = subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        except OSError as error:
            raise Error(name, f"cannot be run: {error.strerror}",
                        f"install fsfind, or name it in {PROGRAM_VARIABLE}") from None
        except ValueError as error:  # a zero byte in a word
            raise Error(f"fsfind {command}", f"cannot be run: {error}", "check the words") from None
        if not os.path.exists(path):
            told = done.stderr.decode(errors="replace").strip().removeprefix("fsfind: ")
            raise Error(f"fsfind {command}", told or f"ended with {done.returncode}")
        return document(contents(path)[1], f"fsfind {command}")


def refuse_output(command: str, words: list[str]) -> None:
    own = words[:words.index("--")] if "--" in words else words
    for word in own:
        if OUTPUT.match(word):
            raise Error(f"fsfind {command}", f"{word}: the document is returned, not written",
                        "leave it out; fsfind itself writes files")


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


