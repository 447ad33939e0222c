"""Outputs shown in the documentation are what the commands above them print today.

usage: sample_outputs.py FSFIND [--update]
A sample is a comment `<!-- output of: fsfind ARGUMENTS -->` with the block of text after it, or
`<!-- picture of: fsfind ARGUMENTS -->` with an image after it whose file is the output. `from "A" to "B"`
behind the arguments has the lines from the first that begins with A to the next that begins with B, blanks
apart. With --update the documentation is rewritten instead; look at pictures that changed.
"""
import os
import re
import shlex
import subprocess
import sys

import project

# The fence is longer than any that the output has itself.
SAMPLE = re.compile(r'(<!-- output of: fsfind (.*?)(?: from "(.*?)" to "(.*?)")? -->\n(`{3,})text\n)(.*?)(^\5\n)',
                    re.DOTALL | re.MULTILINE)
PICTURE = re.compile(r"<!-- picture of: fsfind (.*?) -->\n!\[[^\]]*\]\(([^)]+)\)")
# What depends on which debug packages of the system's libraries are installed: notes on these libraries
# are not part of samples; how many samples have a name is, but is not compared.
SYSTEM_NOTE = re.compile(r"^  - /usr/lib/.*\n(?:    .*\n)*", re.MULTILINE)
NAMED_SAMPLES = re.compile(r"^  named  .*\n|^  - .* samples on contended lines have no variable name: .*\n"
                           r"(?:    .*\n)*", re.MULTILINE)
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}


def output_of(arguments):
    output = subprocess.run([sys.argv[1], *shlex.split(arguments)], cwd=project.ROOT, env=ENVIRONMENT,
                            capture_output=True, text=True, check=True).stdout
    return SYSTEM_NOTE.sub("", output)


def lines_between(first, last, text):
    found = re.search(rf"^ *{re.escape(first)}.*?^ *{re.escape(last)}[^\n]*\n", text, re.DOTALL | re.MULTILINE)
    return found[0] if found else sys.exit(f"no output has lines from \"{first}\" to \"{last}\"")


def shown(sample):
    output = output_of(sample[2])
    return output if sample[3] is None else lines_between(sample[3], sample[4], output)


def current(text):
    return SAMPLE.sub(lambda sample: sample[1] + shown(sample) + sample[7], text)


def samples(page):
    """Path -> what the file holds if all samples of the page are current."""
    text = (project.ROOT / page).read_text()
    return {page: current(text),
            **{page.parent / image: output_of(arguments) for arguments, image in PICTURE.findall(text)}}


def compared(text):
    return NAMED_SAMPLES.sub("", text)


def is_current(path, text):
    file = project.ROOT / path
    return file.is_file() and compared(file.read_text()) == compared(text)


sys.argv[1] = os.path.abspath(sys.argv[1])
problems = []
for page in project.files(".md"):
    for path, text in samples(page).items():
        if is_current(path, text):
            continue
        if "--update" in sys.argv:
            (project.ROOT / path).write_text(text)
        else:
            problems.append(f"{path}: a sample is out of date; "
                            "python3 tests/checks/sample_outputs.py build/dev/fsfind --update")
project.finish(problems)
