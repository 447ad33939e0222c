"""Every test source is compiled, and every script below tests/ is named by what runs it.

usage: nothing_dead.py COMPILE_COMMANDS
"""
import json
import os
import pathlib
import re
import sys

import project

# Sources that tests compile themselves, or clang reads.
STUDIED = {"programs", "cases", "patterns"}
PAGES = ("CONTRIBUTING.md", "README.md")


TOGETHER = re.compile(r'^#include "(.*\.cpp)"', re.MULTILINE)


def compiled(database):
    """Also what is compiled together with others, by a file that CMake makes."""
    files = {pathlib.Path(entry["directory"], entry["file"]).resolve()
             for entry in json.loads(pathlib.Path(database).read_text())}
    return files | {pathlib.Path(name).resolve() for file in files if file.parent.name == "Unity"
                    for name in TOGETHER.findall(file.read_text())}


def not_compiled(database):
    built = compiled(database)
    for path in project.files(".cpp", under="tests"):
        if path.name.endswith("Test.cpp") and not STUDIED & set(path.parts):
            if (project.ROOT / path).resolve() not in built:
                yield f"{path}: no CMakeLists.txt builds it"


def is_script(path):
    return path.suffix in (".py", ".sh") or not path.suffix and os.access(project.ROOT / path, os.X_OK)


def callers():
    """Path -> text, of what can run a script: lists, scripts, tests, the project's task file."""
    paths = [path for path in project.files(under="tests") + project.files(under="fixtures")
             if path.name == "CMakeLists.txt" or path.suffix in (".cpp", ".md") or is_script(path)]
    paths += [pathlib.Path("dev"), *map(pathlib.Path, PAGES), *project.files(".md", under="docs")]
    return {path: (project.ROOT / path).read_text(errors="replace") for path in paths}


def not_named():
    texts = callers()
    for path in project.files(under="tests"):
        if not is_script(path) or STUDIED & set(path.parts):
            continue
        # CMake and imports drop the suffix; formats are read_${format}.py.
        name = re.compile(r"(?<![\w-])" + re.escape(path.stem.removeprefix("read_")) + r"(?![\w-])")
        if not any(name.search(text) for other, text in texts.items() if other != path):
            yield f"{path}: nothing runs or imports it"


project.finish([*not_compiled(sys.argv[1]), *not_named()])
