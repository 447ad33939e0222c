"""A repository with counters.c in it, and fsfind run there."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = "src/zähler.c"
OPTIONS = ["-std=c11", "-pthread"]
# The lines of the defect, which both end it.
WRONG = ["  /* é 🙂 */ long errors;", "  /* ü 🧵 */ long bytes;"]
FIXED = [line.replace("long", "_Alignas(64) long") for line in WRONG]


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def tool(*names):
    """The first of the names that is installed; else the test is skipped."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or skip(f"{names[0]} is not installed")


class Example:
    """A temporary repository; `with` gives it, its end removes it."""

    def __enter__(self):
        tool("git")
        self._folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(os.path.realpath(self._folder.name))
        self.run("git", "init", "-q", "-b", "main")
        self.commit("before", "// empty\n")
        self.commit("after", (HERE / "counters.c").read_text())
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    @property
    def source(self):
        return self.root / SOURCE

    def lines(self):
        return self.source.read_text().splitlines()

    def commit(self, message, text):
        self.source.parent.mkdir(exist_ok=True)
        self.source.write_text(text)
        self.run("git", "add", ".")
        self.run("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", message)

    def run(self, *command, **more):
        return subprocess.run(command, cwd=self.root, check=True, text=True,
                              stdout=subprocess.PIPE, **more).stdout

    def check(self, form):
        """What `fsfind check --format=FORM` writes."""
        return self.run(sys.argv[1], "check", "-q", "--no-cache", "--format", form, SOURCE, "--",
                        *OPTIONS)
