"""`./dev release` in a small repository whose builds are stand-ins: what it refuses, what it leaves behind."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n"
# Packs its own folder's name, too, where it should not be reproducible.
DEV = """#!/bin/sh
set -e
cd "$(dirname "$0")"
case $1 in
archive)
  mkdir -p build/archive/tree/share/doc/fsfind/licences
  printf 'zlib1g\\t1:1.2.13\\n' >build/archive/tree/share/doc/fsfind/licences/packages.tsv
  grep VERSION CMakeLists.txt >build/archive/fsfind.tar.xz
  [ ! -e leaky ] || pwd >>build/archive/fsfind.tar.xz ;;
packages) mkdir -p "build/packages/$2" && echo "$2" >"build/packages/$2/fsfind_$2.deb" ;;
esac
"""


def missing_packages():
    """Those that the bill of materials asks dpkg for and that are not installed here."""
    sys.path.insert(0, str(ROOT / "packages"))
    import sbom
    if shutil.which("dpkg-query") is None:
        return ["dpkg"]
    return [name for name in sbom.HEADER_ONLY
            if subprocess.run(["dpkg-query", "-W", name], capture_output=True).returncode != 0]


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "packages", self.root / "packages", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("CMakeLists.txt", "project(fsfind VERSION 0.1.0 LANGUAGES CXX)\n")
        self.write("CHANGELOG.md", CHANGELOG)
        self.write(".gitignore", "/build/\n")
        self.write("dev", DEV)
        (self.root / "dev").chmod(0o755)
        self.git("init", "-q", "-b", "main")
        for key, value in (("user.name", "Tester"), ("user.email", "tester@example.org")):
            self.git("config", key, value)
        self.commit()

    def write(self, name, text):
        (self.root / name).write_text(text)

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True, check=True).stdout

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "State")

    def release(self, *arguments):
        """As on a machine where git knows nobody but by the repository's own configuration."""
        environment = {**os.environ, "HOME": str(self.root / "build"), "XDG_CONFIG_HOME": str(self.root / "build"),
                       "GIT_CONFIG_NOSYSTEM": "1"}
        for name in ("NAME", "EMAIL"):
            for who in ("AUTHOR", "COMMITTER"):
                environment.pop(f"GIT_{who}_{name}", None)
        return subprocess.run([sys.executable, "-B", "packages/release.py", *arguments], cwd=self.root,
                              capture_output=True, text=True, env=environment)

    def assert_refused(self, why, *arguments):
        before = self.git("rev-parse", "HEAD")
        run = self.release(*arguments)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn(why, run.stderr)
        self.assertEqual(self.git("rev-parse", "HEAD"), before)
        self.assertEqual(self.git("tag"), "")

    def test_refuses_what_cannot_be_released(self):
        self.assert_refused("no version", "0.2")
        self.assert_refused("does not follow 0.1.0", "0.1.0")
        self.write("CHANGELOG.md", CHANGELOG + "- More.\n")
        self.assert_refused("the tree has changes (M CHANGELOG.md", "0.2.0")
        self.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n")
        self.commit()
        self.assert_refused("nothing to release", "0.2.0")

    def test_refuses_builds_that_differ_by_their_folder(self):
        self.write("leaky", "")
        self.commit()
        self.assert_refused("not reproducible", "0.2.0")

    def test_leaves_no_tag_if_the_branch_has_moved(self):
        """As by a commit that is made while the release is built."""
        self.write("dev", DEV + 'git -C ../../.. commit -q --allow-empty -m "Meanwhile"\n')
        self.commit()
        run = self.release("0.2.0", "--suite", "bookworm")
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("git failed", run.stderr)
        self.assertEqual(self.git("tag"), "")
        self.assertEqual(self.git("log", "-1", "--format=%s"), "Meanwhile\n")

    def test_dry_run_shows_the_changes_and_makes_none(self):
        run = self.release("0.2.0", "--dry-run")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("+project(fsfind VERSION 0.2.0 LANGUAGES CXX)", run.stdout)
        self.assertRegex(run.stdout, r"\+## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n")
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.assertFalse((self.root / "build").exists())

    def test_leaves_a_tagged_commit_and_all_that_users_get(self):
        run = self.release("0.2.0", "--suite", "bookworm")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.git("describe"), "v0.2.0\n")
        self.assertIn("VERSION 0.2.0", (self.root / "CMakeLists.txt").read_text())
        self.assertRegex((self.root / "CHANGELOG.md").read_text(),
                         r"## \[Unreleased\]\n\n## \[0\.2\.0\] - [\d-]+\n\n### Added\n\n- Something\.")
        results = self.root / "build" / "release-0.2.0"
        self.assertEqual(sorted(path.name for path in results.iterdir()),
                         ["SHA256SUMS", "fsfind-0.2.0.tar.gz", "fsfind.tar.xz", "fsfind.tar.xz.spdx.json",
                          "fsfind_bookworm.deb"])
        subprocess.run(["sha256sum", "--quiet", "--strict", "-c", "SHA256SUMS"], cwd=results, check=True)
        bill = json.loads((results / "fsfind.tar.xz.spdx.json").read_text())
        related = {(relation["relationshipType"], relation["relatedSpdxElement"])
                   for relation in bill["relationships"]}
        self.assertIn(("CONTAINS", "SPDXRef-Package-zlib1g"), related)
        self.assertIn(("STATIC_LINK", "SPDXRef-Package-libcli11-dev"), related)
        sums = dict(reversed(line.split("  ")) for line in (results / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(bill["packages"][0]["checksums"][0]["checksumValue"], sums["fsfind.tar.xz"])
        self.assertTrue(all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", part["SPDXID"]) for part in bill["packages"]))


if missing := missing_packages():
    print(f"skipped: not installed: {', '.join(missing)}")
    sys.exit(77)
unittest.main()
