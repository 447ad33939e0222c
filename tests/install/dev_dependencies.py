"""`./dev ci-deps` on systems whose package tools are stand-ins: when it fetches lists of packages, and what it
says where there is no apt."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REAL = ("awk", "cat", "date", "dirname", "env", "id", "sed", "sh", "sort", "tr", "uniq")
# Each notes how it is called. All packages are installed, and apt-cache knows clang-tidy of one release even
# without lists, as it does of what is installed.
APT = {"apt-get": '[ "$1" != indextargets ] || cat lists', "dpkg-query": "printf 'installed '",
       "apt-cache": "echo 'clang-tidy-16 - linter'", "sudo": '"$@"', "systemctl": ":"}
OTHERS = {"go": ":", "npm": ":", "python3": "exit 1"}


class Dependencies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.tools = self.root / "tools"
        self.tools.mkdir()
        for name in REAL:
            (self.tools / name).symlink_to(shutil.which(name))
        shutil.copy(ROOT / "dev", self.root)
        (self.root / "data/fsfind/qemu").mkdir(parents=True)
        self.stand_in(OTHERS)

    def stand_in(self, tools):
        for name, body in tools.items():
            path = self.tools / name
            path.write_text(f'#!/bin/sh\necho "{name} $*" >>calls\n{body}\n')
            path.chmod(0o755)

    def ci_deps(self, task="ci-deps"):
        environment = {"PATH": str(self.tools), "XDG_DATA_HOME": str(self.root / "data"), "HOME": str(self.root)}
        return subprocess.run(["./dev", task], cwd=self.root, env=environment, capture_output=True, text=True)

    def updates(self, lists):
        (self.root / "calls").write_text("")
        (self.root / "lists").write_text(lists)
        run = self.ci_deps()
        self.assertEqual(run.returncode, 0, run.stderr)
        return (self.root / "calls").read_text().splitlines().count("apt-get -q update")

    def test_says_what_to_install_where_there_is_no_apt(self):
        for task in ("ci", "ci-deps"):
            run = self.ci_deps(task)
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn("this system has no apt", run.stderr)
            for package in ("libdw-dev", "libgtest-dev", "prometheus", "wine64"):
                self.assertIn(package, run.stderr)
            self.assertNotIn("not found", run.stderr)

    def test_fetches_lists_of_packages_only_if_there_are_none(self):
        self.stand_in(APT)
        self.assertEqual(self.updates(lists=""), 1)
        self.assertEqual(self.updates(lists="MetaKey: main/binary-amd64/Packages\n"), 0)


if __name__ == "__main__":
    unittest.main()
