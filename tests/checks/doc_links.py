"""Every link of the documentation to a file of the project, and to a heading in it, resolves."""
import re

import project

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


def prose(path):
    return FENCE.sub("", path.read_text())


def anchors(path):
    """As GitHub makes them of headings."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in HEADING.findall(prose(path))}


problems = []
for page in project.files(".md"):
    for link in LINK.findall(prose(project.ROOT / page)):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (project.ROOT / page).parent / file if file else project.ROOT / page
        if not target.exists():
            problems.append(f"{page}: {link}: no such file")
        elif anchor and anchor not in anchors(target):
            problems.append(f"{page}: {link}: no such heading")
project.finish(problems)
