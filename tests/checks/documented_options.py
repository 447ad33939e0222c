"""Every option that the documentation gives fsfind exists.

usage: documented_options.py FSFIND
In code, an option standing alone is fsfind's; one after a command's name is that command's.
"""
import re
import sys

import help_text
import project

CODE = re.compile(r"^```[^\n]*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
COMMAND_START = re.compile(r"&&|\|\||[|;]|\s--\s")


def known_options():
    commands = [(), *((name,) for name in help_text.commands(sys.argv[1]))]
    return set().union(*(help_text.options(sys.argv[1], *command) for command in commands))


def options_of_fsfind(line):
    for command in COMMAND_START.split(line):
        words = command.split()
        if words and (words[0].startswith("-") or words[0].split("/")[-1] == "fsfind"):
            yield from OPTION.findall(command)


known = known_options()
problems = []
for page in project.files(".md"):
    if page.parts[0] == "tests":  # options there are those of the tests' own programs
        continue
    for block, span in CODE.findall((project.ROOT / page).read_text()):
        for line in (block or span).replace("\\\n", " ").splitlines():
            problems += [f"{page}: fsfind has no {option}: {line.strip()}"
                         for option in options_of_fsfind(line) if option not in known]
project.finish(problems)
