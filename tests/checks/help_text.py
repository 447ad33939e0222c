"""What fsfind's help says: its commands, and the options of each."""
import re
import subprocess

COMMAND = re.compile(r"^  ([a-z]+)  ", re.MULTILINE)
OPTIONS = re.compile(r"^  (-[\w,-]+)", re.MULTILINE)


def usage(fsfind, *command):
    """Of a command the whole help; of fsfind itself, the list of its commands."""
    return subprocess.run([fsfind, *command, "--help-all" if command else "--help"], capture_output=True, text=True,
                          check=True).stdout


def commands(fsfind):
    text = usage(fsfind)
    return COMMAND.findall(text[text.index("Subcommands:"):])


def options(fsfind, *command):
    """All spellings, with their dashes: {"-o", "--output"}."""
    return {spelling for line in OPTIONS.findall(usage(fsfind, *command))
            for spelling in line.split(",")}
