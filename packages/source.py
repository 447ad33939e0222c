"""The project as packages see it: its files, version, date and what its build needs."""
import datetime
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


class PackageError(Exception):
    """What is wrong, and what to do about it, in one line."""


def text(path):
    return (ROOT / path).read_text()


def version():
    """Of the next release, or of the one that was just made: CMakeLists.txt is where it is set."""
    return re.search(r"^project\(fsfind VERSION ([\d.]+)", text("CMakeLists.txt"), re.MULTILINE)[1]


def last_release():
    """(version, date) of the changelog's newest release; none = (None, None)."""
    found = RELEASE.search(text("CHANGELOG.md"))
    return found.groups() if found else (None, None)


def unreleased():
    """What the changelog has under Unreleased."""
    found = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", text("CHANGELOG.md"), re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def is_release():
    """Whether these are the sources of a release, and not on the way to the next one."""
    return last_release()[0] == version() and not unreleased()


def epoch():
    """Seconds since 1970 that stand for the time of a build: SOURCE_DATE_EPOCH, the release's date, or that
    of the last commit."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    if is_release():
        midnight = datetime.datetime.fromisoformat(last_release()[1]).replace(tzinfo=datetime.timezone.utc)
        return int(midnight.timestamp())
    return int(git("log", "-1", "--format=%ct"))


def git(*arguments):
    run = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    if run.returncode != 0:
        raise PackageError(f"{ROOT}: git {arguments[0]}: {run.stderr.strip()}; packages are made from a clone")
    return run.stdout.strip()


def copy_files(folder):
    """Copies what git tracks, and what it would if it were added, into a folder that must not exist."""
    names = git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def shell_words(path, variable):
    """The words that a shell script of the project assigns to a variable."""
    return re.search(rf"^{variable}='([^']*)'", text(path), re.MULTILINE)[1].split()


def setting(key):
    """What git is configured to here; empty = nothing."""
    return subprocess.run(["git", "-C", ROOT, "config", key], capture_output=True, text=True).stdout.strip()
