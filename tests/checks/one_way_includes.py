"""Dependencies go one way (docs/architecture.md): every include of a room is of a room it may know."""
import re

import project

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
ROOMS = {"rules", "analyzer", "c2c-ingest", "cli", "tests"}
# The longest matching folder decides.
MAY_INCLUDE = {
    "rules": {"rules"},
    "analyzer": {"rules", "analyzer"},
    "c2c-ingest": {"rules", "c2c-ingest"},
    "cli/terminal": {"rules", "cli"},
    "cli/report": {"rules", "cli"},
    "cli": {"rules", "analyzer", "c2c-ingest", "cli"},
    "tests": ROOMS,
}
# Libraries that only the rooms named may include.
OWNERS = {
    re.compile(r"^(elfutils/|libelf|gelf|dwarf|libdw)"): {"c2c-ingest", "tests"},
    re.compile(r"^linux/perf_event"): {"c2c-ingest", "tests"},
    re.compile(r"^clang/"): {"analyzer", "tests"},
    re.compile(r"^llvm/"): {"analyzer", "c2c-ingest", "tests"},
    re.compile(r"^CLI/"): {"cli", "tests"},
}


def folder_rule(path):
    return max((folder for folder in MAY_INCLUDE if str(path).startswith(folder + "/")), key=len)


def problem(path, quote, target):
    folder = folder_rule(path)
    room = target.split("/")[0]
    if quote == '"' and room not in ROOMS:
        return "is not written from the root of the project"
    if room in ROOMS and room not in MAY_INCLUDE[folder]:
        return f"is not for {folder}, which may include {', '.join(sorted(MAY_INCLUDE[folder]))}"
    for pattern, owners in OWNERS.items():
        if pattern.match(target) and path.parts[0] not in owners:
            return f"is for {', '.join(sorted(owners))} only"
    return None


problems = []
for path in project.sources():
    for quote, target in INCLUDE.findall((project.ROOT / path).read_text()):
        reason = problem(path, quote, target)
        if reason:
            problems.append(f"{path}: {target} {reason}")
project.finish(problems)
