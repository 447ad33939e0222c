"""A repository whose second commit brings false sharing, and what tests of services have in common."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FSFIND = pathlib.Path(sys.argv[1]).resolve()
OLD, NEW = "src/old.c", "src/new ü.c"
# Each thread counts in its own element of an array.
UNIT = """#include <pthread.h>
struct {name} {{
  long hits;
}};
static struct {name} {name}s[8];
static void *run(void *p) {{
  long n = (long)p;
  for (int i = 0; i < 1000000; i++)
    {name}s[n].hits++;
  return 0;
}}
void start_{name}(void) {{
  pthread_t t[8];
  for (long i = 0; i < 8; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < 8; i++)
    pthread_join(t[i], 0);
}}
"""
IDENTITY = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]


def need(*names):
    """Ends the test as skipped unless the commands are installed."""
    for name in names:
        if shutil.which(name) is None:
            print(f"skipped: {name} is not installed")
            sys.exit(77)


def need_yaml():
    """The module, which is not part of Python."""
    try:
        import yaml
    except ImportError:
        print("skipped: no PyYAML (Debian's package python3-yaml)")
        sys.exit(77)
    return yaml


class Repository:
    """A folder with the repository; `main` has a finding in OLD, the branch `change` one in NEW, too.

    The build folder is as CMake leaves it: git ignores it.
    """

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(os.path.realpath(self._folder.name))
        self.root = self.base / "project"
        (self.root / "src").mkdir(parents=True)
        (self.root / "build").mkdir()
        self.git("init", "-q", "-b", "main")
        (self.root / ".gitignore").write_text("/build/\n")
        self.write(OLD, "old")
        self.commit("one")
        self.git("checkout", "-qb", "change")
        self.write(NEW, "new")
        self.commit("two")
        self.database(OLD, NEW)

    def close(self):
        self._folder.cleanup()

    def write(self, file, name):
        (self.root / file).write_text(UNIT.format(name=name))

    def database(self, *files):
        units = [{"directory": str(self.root), "file": file,
                  "arguments": ["cc", "-std=c11", "-c", file]} for file in files]
        (self.root / "build/compile_commands.json").write_text(json.dumps(units))

    def commit(self, message):
        self.git("add", ".")
        self.git(*IDENTITY, "commit", "-qm", message)

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.root, check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()


def path_with(*folders):
    """A PATH where fsfind is what is tested."""
    return os.pathsep.join([*map(str, folders), str(FSFIND.parent), os.environ["PATH"]])


class Case(unittest.TestCase):
    """Each test has a repository of its own."""

    def setUp(self):
        self.repository = Repository()
        self.addCleanup(self.repository.close)


def main():
    del sys.argv[1]
    unittest.main(module="__main__")
