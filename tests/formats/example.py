"""A repository with one defect behind characters of two and four bytes, and fsfind run in it."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PATTERN = (pathlib.Path(__file__).resolve().parents[1] / "analyzer" / "patterns" /
           "p04-ring-indices.cpp")
SOURCE = "src/größe.cpp"
OPTIONS = ["-std=c++17", "-pthread"]
WIDE = "  /* é 🙂 */ std::atomic<std::size_t> read_{0};"
FIXED = WIDE.replace("std::atomic", "alignas(64) std::atomic")


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
        self._folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(os.path.realpath(self._folder.name))
        self.run("git", "init", "-q", "-b", "main")
        self.commit("before", "// empty\n")
        lines = PATTERN.read_text().splitlines()
        # The pattern has a sound variant, too, which comes first.
        member = max(i for i, line in enumerate(lines) if "read_{0};" in line)
        lines[member] = WIDE
        self.commit("after", "\n".join(lines) + "\n")
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    @property
    def source(self):
        return self.root / SOURCE

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
