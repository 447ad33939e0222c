"""The examples on the rules' pages are the cases that the tests run, and their table names each page.

usage: rule_pages.py [--update]
`<!-- quote: FILE [fixed] -->` is followed by the file's code as the preprocessor leaves it (with
FIXED defined, or not), without the comments that say what is expected. The table of docs/rules/README.md
has the first paragraph of each page, and its `Found by: ….`, which is the second.
"""
import re
import sys

import project

QUOTE = re.compile(r"(<!-- quote: (\S+)( fixed)? -->\n)(\n?```\w+\n.*?```\n)?", re.DOTALL)
EXPECTED = re.compile(r"\s*(?://|/\*)\s*expect:.*$")
ARGUMENTS = re.compile(r"^// args:.*\n", re.MULTILINE)
FOLDED = re.compile(r"#if(n?)def FIXED\n(.*?)(?:#else\n(.*?))?#endif\n", re.DOTALL)


TABLE = re.compile(r"(<!-- rules -->\n).*?(<!-- end of rules -->\n)", re.DOTALL)
PAGE = re.compile(r"# (fsfind-[a-z-]+)\n\n(.+?)\n\nFound by: ([^\n]+)\.\n", re.DOTALL)


def table():
    """The rows, by the pages; a page without the paragraphs that they are made of is a problem."""
    rows = ["| Rule | What it flags | Found by |", "|---|---|---|"]
    for page in project.files(".md", under="docs/rules"):
        if page.name == "README.md":
            continue
        found = PAGE.match((project.ROOT / page).read_text())
        if not found or found[1] != page.stem:
            problems.append(f"{page}: begins with its name, what it flags, and 'Found by: ….'")
            continue
        flags = " ".join(found[2].split()).removesuffix(".")
        rows.append(f"| [{found[1]}]({page.name}) | {flags} | {found[3]} |")
    return "\n".join(rows) + "\n"


def chosen(text, fixed):
    def choose(match):
        first = (match[1] == "") == fixed
        return (match[2] if first else match[3]) or ""
    lines = [EXPECTED.sub("", line) for line in text.splitlines()]
    return FOLDED.sub(choose, ARGUMENTS.sub("", "\n".join(lines) + "\n"))


def current(text):
    def quote(match):
        code = chosen((project.ROOT / match[2]).read_text(), bool(match[3]))
        language = "c" if match[2].endswith(".c") else "cpp"
        return f"{match[1]}```{language}\n{code}```\n"
    return TABLE.sub(lambda match: match[1] + table() + match[2], QUOTE.sub(quote, text))


problems = []
for page in project.files(".md", under="docs/rules"):
    text = (project.ROOT / page).read_text()
    if current(text) == text:
        continue
    if "--update" in sys.argv:
        (project.ROOT / page).write_text(current(text))
    else:
        problems.append(f"{page}: an example or the table is out of date; "
                        "python3 tests/checks/rule_pages.py --update")
project.finish(problems)
