"""`./dev` on systems whose tools are stand-ins: when it fetches lists of packages, what it says where there is no
apt, how it configures builds, and what becomes of tests that were skipped."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REAL = ("awk", "cat", "date", "dirname", "env", "id", "mkdir", "nproc", "paste", "rm", "sed", "sh", "sort", "tr", "uniq")
# Each notes how it is called. All packages are installed, and apt-cache knows clang-tidy of one release even
# without lists, as it does of what is installed.
APT = {"apt-get": '[ "$1" != indextargets ] || cat lists', "dpkg-query": "printf 'installed '",
       "apt-cache": "echo 'clang-tidy-16 - linter'", "sudo": '"$@"', "systemctl": ":"}
OTHERS = {"df": "printf 'head\\n/dev/a 9 0 99999999 0%% /\\n'", "go": ":", "npm": ":", "python3": "exit 1"}
# All that ctest runs is done, but for what its log says.
BUILD = {"cmake": ":", "ccache": ":", "ctest": 'mkdir -p "build/$2/Testing/Temporary"\n'
         'cat log >"build/$2/Testing/Temporary/LastTest.log"'}
LOG = """1/3 Testing: unit.Read/a+b
[       OK ] Read/a+b (1 ms)
2/3 Testing: cli.Script/zsh  # GetParam() = "zsh"
[  SKIPPED ] Script/zsh (0 ms)
3/3 Testing: oracle.decoder
left out: /usr/lib/libc.so.6 is not there
"""


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

    def dev(self, task, **environment):
        environment |= {"PATH": str(self.tools), "XDG_DATA_HOME": str(self.root / "data"), "HOME": str(self.root)}
        return subprocess.run(["./dev", task], cwd=self.root, env=environment, capture_output=True, text=True)

    def calls(self, tool, task, **environment):
        """How the task calls the tool if all goes well."""
        (self.root / "calls").write_text("")
        run = self.dev(task, **environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        return [call for call in (self.root / "calls").read_text().splitlines() if call.split()[0] == tool]

    def updates(self, lists):
        (self.root / "lists").write_text(lists)
        return self.calls("apt-get", "ci-deps").count("apt-get -q update")

    def test_says_what_to_install_where_there_is_no_apt(self):
        for task in ("ci", "ci-deps"):
            run = self.dev(task)
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn("this system has no apt", run.stderr)
            for package in ("libdw-dev", "libgtest-dev", "prometheus", "wine64"):
                self.assertIn(package, run.stderr)
            self.assertNotIn("not found", run.stderr)

    def test_fetches_lists_of_packages_only_if_there_are_none(self):
        self.stand_in(APT)
        self.assertEqual(self.updates(lists=""), 1)
        self.assertEqual(self.updates(lists="MetaKey: main/binary-amd64/Packages\n"), 0)

    def test_a_build_folder_keeps_the_helpers_it_began_with(self):
        self.stand_in(APT | BUILD)
        helpers = "-DCMAKE_C_COMPILER_LAUNCHER=ccache"
        self.assertIn(helpers, self.calls("cmake", "build")[0])
        (self.root / "build/release").mkdir(parents=True)
        (self.root / "build/release/CMakeCache.txt").write_text("")
        self.assertNotIn(helpers, self.calls("cmake", "build")[0])

    def test_ci_runs_what_was_skipped_without_it(self):
        self.stand_in(APT | BUILD)
        (self.root / "lists").write_text("MetaKey: main/binary-amd64/Packages\n")
        (self.root / "log").write_text(LOG)
        self.assertEqual(len(self.calls("ctest", "test")), 1)
        (self.root / "log").write_text("1/1 Testing: unit.Read/a+b\n")
        again = [call for call in self.calls("ctest", "ci", CI="true") if " -R " in call]
        self.assertEqual([call.split(" -R ")[1] for call in again], [r"^(cli\.Script/zsh|oracle\.decoder)( |$)"])
        self.calls("ctest", "test")
        self.assertFalse([call for call in self.calls("ctest", "ci", CI="true") if " -R " in call])

    def test_ci_refuses_skips(self):
        self.stand_in(APT | BUILD)
        (self.root / "log").write_text(LOG)
        run = self.dev("test", CI="true")
        self.assertEqual(run.returncode, 1, run.stderr)
        for skipped in ("cli.Script/zsh", "oracle.decoder"):
            self.assertIn(skipped, run.stderr)
        self.assertNotIn("unit.Read", run.stderr)


if __name__ == "__main__":
    unittest.main()
