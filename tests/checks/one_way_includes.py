"""Includes go one way: docs/architecture.md says for each room which rooms it may know.

Every folder with sources is a room of the page's tables, every include between rooms is in its last
column, every room in a column exists, and no room knows itself by way of others. Some libraries may
be included by certain rooms only.
"""
import re

import project

PAGE = "docs/architecture.md"
TOP = {"support", "rules", "analyzer", "c2c-ingest", "cli"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NAME = re.compile(r"`([^`]+)`")
LIBRARIES = {
    re.compile(r"^(elfutils/|libelf|gelf|dwarf|libdw)"): {"c2c-ingest", "tests"},
    re.compile(r"^linux/perf_event"): {"c2c-ingest", "tests"},
    re.compile(r"^clang/"): {"analyzer", "tests"},
    re.compile(r"^llvm/"): {"analyzer", "c2c-ingest", "tests"},
    re.compile(r"^microhttpd"): {"cli", "tests"},
    re.compile(r"^CLI/"): {"cli", "tests"},
    re.compile(r"^yaml\.h"): {"analyzer", "tests"},
}


def rooms_on_page(text):
    """Room -> the rooms it may know, from the tables whose last column is `may know`."""
    rooms, in_table = {}, False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            in_table = False
        elif cells[-1] == "may know":
            in_table = True
        elif in_table and (name := NAME.fullmatch(cells[0])):
            rooms[name[1]] = set(NAME.findall(cells[-1]))
    return rooms


def cycle(rooms):
    """A way from a room back to it, or None."""
    def visit(room, way):
        if room in way:
            return way[way.index(room):] + [room]
        if room in done:
            return None
        for known in sorted(rooms.get(room, ())):
            if found := visit(known, way + [room]):
                return found
        done.add(room)
        return None

    done = set()
    return next((found for room in sorted(rooms) if (found := visit(room, []))), None)


def table_problems(rooms):
    problems = [f"{PAGE}: {room} may know {known}, which is no room there"
                for room, may_know in rooms.items() for known in sorted(may_know - rooms.keys())]
    if found := cycle(rooms):
        problems.append(f"{PAGE}: rooms know each other in a circle: {' -> '.join(found)}")
    return problems


def include_problem(path, quote, target, rooms, used):
    room, owner = str(path.parent), path.parts[0]
    for pattern, owners in LIBRARIES.items():
        if pattern.match(target) and owner not in owners:
            return f"is for {', '.join(sorted(owners))} only"
    if quote == "<":
        return None
    top = target.split("/")[0]
    if top not in TOP | {"tests"}:
        return "is not written from the root of the project"
    if owner == "tests":
        return None
    other = target.rsplit("/", 1)[0]
    if room not in rooms:
        return f"is of a folder that has no row in {PAGE}"
    if other == room or other in rooms[room]:
        used.add((room, other))
        return None
    return f"is of a room that {room} may not know ({PAGE})"


rooms = rooms_on_page((project.ROOT / PAGE).read_text())
used = set()
problems = table_problems(rooms)
for path in project.sources():
    for quote, target in INCLUDE.findall((project.ROOT / path).read_text()):
        reason = include_problem(path, quote, target, rooms, used)
        if reason:
            problems.append(f"{path}: {target} {reason}")
problems += [f"{PAGE}: no include needs that {room} may know {known}"
             for room, may_know in rooms.items() for known in sorted(may_know)
             if (room, known) not in used]
project.finish(problems)
