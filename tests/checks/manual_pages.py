"""Each command has a manual page of its own, with exactly the options that its help shows, no others
in its synopsis, and all pages are well-formed.

usage: manual_pages.py FSFIND FSFIND_PAGE
FSFIND_PAGE is fsfind.1 as built, which lists the others.
"""
import pathlib
import re
import shutil
import subprocess
import sys

import help_text
import project

PAGES = sorted((project.ROOT / "docs" / "man").glob("*.1"))
OF_ALL_COMMANDS = {"-h", "--help", "--help-all", "--config", "--no-config"}  # which fsfind.1 has for all
# `.It Fl o , Fl -output Ar file` and `.It Fl -pid , -tid , -comm` tell options; macros have two letters.
ENTRY = re.compile(r"^\.It Fl (.*)$", re.MULTILINE)
SYNOPSIS = re.compile(r"^\.Sh SYNOPSIS\n(.*?)^\.Sh ", re.MULTILINE | re.DOTALL)
FLAG_THERE = re.compile(r"\bFl (-?[a-z][a-z0-9-]*)")  # `Fl -` alone is `--`
FLAG = re.compile(r"(?:^|Fl |, )(-?[a-z][a-z0-9-]*)(?= |$)")


def documented(text):
    return {"-" + flag for entry in ENTRY.findall(text) for flag in FLAG.findall(entry)}


def in_synopsis(text):
    return {"-" + flag for part in SYNOPSIS.findall(text) for flag in FLAG_THERE.findall(part)}


def compare(page, shown):
    told = documented(page.read_text())
    named = in_synopsis(page.read_text())
    yield from (f"{page.name}: SYNOPSIS: there is no option {option}"
                for option in sorted(named - shown))
    yield from (f"{page.name}: {option} is missing" for option in sorted(shown - told))
    yield from (f"{page.name}: there is no option {option}" for option in sorted(told - shown))


def commands_differ(fsfind):
    pages = {page.stem.removeprefix("fsfind-"): page for page in PAGES}
    commands = help_text.commands(fsfind)
    yield from (f"docs/man/fsfind-{command}.1 is missing" for command in commands if command not in pages)
    yield from (f"docs/man/{page.name}: fsfind has no such command"
                for command, page in pages.items() if command not in commands)
    for command in pages.keys() & set(commands):
        yield from compare(pages[command], help_text.options(fsfind, command) - OF_ALL_COMMANDS)


def ill_formed(page):
    """What the formatters that are here complain about."""
    if f"\n.Nm {page.stem}\n.Nd " not in page.read_text():
        yield f"{page.name}: whatis would not find {page.stem} in its section NAME"
    for formatter in (["groff", "-mdoc", "-Tutf8", "-ww", "-z"], ["mandoc", "-Tlint", "-Wwarning"]):
        if shutil.which(formatter[0]):
            run = subprocess.run([*formatter, page], capture_output=True, text=True)
            yield from (run.stdout + run.stderr).splitlines()


fsfind, first = sys.argv[1], pathlib.Path(sys.argv[2])
if not shutil.which("groff"):
    print("skipped: groff is not installed")
project.finish([*compare(first, help_text.options(fsfind) | OF_ALL_COMMANDS), *commands_differ(fsfind),
                *(problem for page in [first, *PAGES] for problem in ill_formed(page))])
