"""What packages.toml says of a package, and the commands of its units."""

import dataclasses
import glob
import json
import os
import pathlib
import re
import shlex
import tomllib

HERE = pathlib.Path(__file__).resolve().parent

COMPILERS = re.compile(r"^(?:.*/)?(?:[\w.]+-)*(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+)(?:-\d+)?$")
SOURCE = re.compile(r"\.(?:c|cc|cpp|cxx|c\+\+|C)$")
CXX_SOURCE = re.compile(r"\.(?:cc|cpp|cxx|c\+\+|C)$")
# Where a package is built, or a build only talked of, in its own folder.
BUILD = "trial-build"
DRY_RUN = "trial-make.log"


class PackageError(Exception):
    """A package that is not as packages.toml says."""


@dataclasses.dataclass(frozen=True)
class Package:
    """README.md says what each field means."""

    name: str
    units: int
    source: str = ""
    needs: tuple[str, ...] = ()
    configure: str = ""
    cmake: str = ""
    dry_run: str = ""
    files: tuple[str, ...] = ()
    again: tuple[str, ...] = ()

    @property
    def script(self) -> str:
        """Shell commands that make compile commands."""
        lines = [self.configure] if self.configure else []
        if self.cmake:
            lines.append(f"cmake -B {BUILD} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -S {self.cmake}")
        if self.dry_run:
            lines.append(f"LC_ALL=C make -nwk {self.dry_run} >{DRY_RUN} || true")
        return "\n".join(lines)


def load() -> list[Package]:
    path = HERE / "packages.toml"
    try:
        told = tomllib.loads(path.read_text())
        lists = ("needs", "files", "again")
        return [
            Package(name=name, **{key: tuple(v) if key in lists else v for key, v in one.items()})
            for name, one in told.items()
        ]
    except (OSError, TypeError, tomllib.TOMLDecodeError) as error:
        raise PackageError(f"{path}: {error}") from error


def unit(directory: str, arguments: list[str]) -> dict | None:
    """The command as an entry of a database, if it compiles one file."""
    files = [word for word in arguments[1:] if SOURCE.search(word) and not word.startswith("-")]
    if len(files) != 1:
        return None
    return {"directory": directory, "file": os.path.join(directory, files[0]), "arguments": arguments}


def from_database(path: pathlib.Path) -> list[dict]:
    entries = []
    for entry in json.loads(path.read_text()):
        arguments = entry.get("arguments") or shlex.split(entry["command"])
        directory = os.path.join(path.parent, entry["directory"])
        file = os.path.join(directory, entry["file"])
        entries.append({"directory": directory, "file": file, "arguments": arguments})
    return entries


def from_dry_run(text: str, folder: str) -> list[dict]:
    """The compilations that `make -nw` tells of."""
    folders = [folder]
    entries = []
    for line in text.replace("\\\n", " ").splitlines():
        if entered := re.match(r"make(?:\[\d+\])?: (Entering|Leaving) directory '(.*)'", line):
            if entered[1] == "Entering":
                folders.append(entered[2])
            elif len(folders) > 1:
                folders.pop()
            continue
        if " -c " not in line:
            continue
        entries += filter(None, (unit(folders[-1], words) for words in compilations(line)))
    return entries


def compilations(line: str) -> list[list[str]]:
    """The commands in a line of shell that compile something."""
    reader = shlex.shlex(re.sub(r"`[^`]*`", "", line), posix=True, punctuation_chars=True)
    reader.whitespace_split = True
    commands: list[list[str]] = []
    inside = False
    try:
        for word in reader:
            if set(word) <= set("();<>|&"):
                inside = False
            elif inside:
                commands[-1].append(word)
            elif COMPILERS.match(word):
                commands.append([word])
                inside = True
    except ValueError:  # no shell
        return []
    return [words for words in commands if "-c" in words]


def from_files(lines: tuple[str, ...], folder: str) -> list[dict]:
    """One command for each file of a pattern, with the options that follow it."""
    entries = []
    for line in lines:
        pattern, *options = shlex.split(line)
        for path in sorted(glob.glob(os.path.join(folder, pattern), recursive=True)):
            compiler = "c++" if CXX_SOURCE.search(path) or "c++" in options else "cc"
            arguments = [compiler, *options, "-c", path]
            entries.append({"directory": folder, "file": path, "arguments": arguments})
    return entries


def spread(entries: list, most: int) -> list:
    """At most so many, from everywhere in the list."""
    if len(entries) <= most:
        return entries
    return [entries[i * len(entries) // most] for i in range(most)]


def under(standard: str, entry: dict) -> dict:
    kept = [word for word in entry["arguments"] if not word.startswith("-std=")]
    return {**entry, "arguments": [kept[0], f"-std={standard}", *kept[1:]]}


def is_cxx(entry: dict) -> bool:
    return bool(CXX_SOURCE.search(entry["file"]))


def choose(package: Package, entries: list[dict]) -> list[dict]:
    """The package's units, each once, and a sixth of those in C++ once more for each further standard."""
    fitting = {}
    for entry in entries:
        if os.path.exists(entry["file"]):
            standard = [word for word in entry["arguments"] if word.startswith("-std=")]
            fitting.setdefault((entry["file"], *standard), entry)
    own = spread([fitting[key] for key in sorted(fitting)], package.units)
    if len(own) < package.units * 0.9:
        raise PackageError(f"has {len(own)} units, not {package.units}")
    more = []
    for at, standard in enumerate(package.again):
        more += [under(standard, entry) for entry in own[at::6] if is_cxx(entry)]
    return own + more


def read_entries(package: Package, folder: pathlib.Path) -> list[dict]:
    entries = []
    if package.cmake:
        entries += from_database(folder / BUILD / "compile_commands.json")
    if package.dry_run:
        entries += from_dry_run((folder / DRY_RUN).read_text(errors="replace"), str(folder))
    return entries + from_files(package.files, str(folder))
