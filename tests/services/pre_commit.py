"""The hook of .pre-commit-hooks.yaml, run by the real pre-commit as git commits.

usage: pre_commit.py FSFIND
"""
import os
import shutil
import subprocess

import repository
from repository import NEW, OLD, ROOT, path_with

repository.need("git", "pre-commit")
MENDED = "  _Alignas(64) long hits;"


class Hook(repository.Case):
    def setUp(self):
        super().setUp()
        base = self.repository.base
        self.environment = {**os.environ, "PATH": path_with(), "HOME": str(base),
                            "PRE_COMMIT_HOME": str(base / "pre-commit"),
                            "XDG_CACHE_HOME": str(base / "cache")}
        (base / ".gitconfig").write_text("[user]\n name = a\n email = a@b\n")
        hooks = base / "hooks"
        hooks.mkdir()
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
        self.run_in(hooks, "git", "init", "-q")
        self.run_in(hooks, "git", "add", ".")
        self.run_in(hooks, "git", "commit", "-qm", "hooks")
        revision = self.run_in(hooks, "git", "rev-parse", "HEAD").stdout.strip()
        (self.repository.root / ".pre-commit-config.yaml").write_text(
            f"repos:\n- repo: {hooks}\n  rev: {revision}\n"
            "  hooks: [{id: fsfind, args: [-p, build]}]\n")
        self.repository.git("checkout", "-q", "main")
        self.repository.database(OLD, NEW)
        self.run_in(self.repository.root, "pre-commit", "install")

    def run_in(self, folder, *command):
        done = subprocess.run(command, cwd=folder, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done

    def stage(self, *files):
        self.repository.git("add", ".pre-commit-config.yaml", *files)

    def commit(self):
        return self.run_in(self.repository.root, "git", "commit", "-m", "next")

    def test_stops_a_commit_that_brings_false_sharing(self):
        self.repository.write(NEW, "new")
        self.stage(NEW)
        done = self.commit()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("[fsfind-per-thread-slots]", done.stdout)
        self.assertIn("1 not of the change", done.stdout)
        text = (self.repository.root / NEW).read_text()
        (self.repository.root / NEW).write_text(text.replace("  long hits;", MENDED))
        self.stage(NEW)
        done = self.commit()
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_looks_at_what_is_staged(self):
        """The mended state is staged, the folder still has the other; and a new file is not staged."""
        old = self.repository.root / OLD
        text = old.read_text()
        old.write_text(text.replace("  long hits;", MENDED))
        self.stage(OLD)
        old.write_text(text)
        self.repository.write(NEW, "new")
        done = self.commit()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("fsfind", done.stdout)
        self.assertEqual(old.read_text(), text, "the folder is as it was")
        self.stage(OLD)
        self.assertEqual(self.commit().returncode, 1, "now the other is staged")

    def test_is_not_run_for_other_files(self):
        (self.repository.root / "build/compile_commands.json").unlink()
        (self.repository.root / "README").write_text("text\n")
        self.stage("README")
        done = self.commit()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("no files to check", done.stdout)

    def test_says_what_is_missing(self):
        (self.repository.root / "build/compile_commands.json").unlink()
        self.repository.write(NEW, "new")
        self.stage(NEW)
        done = self.commit()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("exit code: 2", done.stdout)

    def test_is_a_valid_manifest(self):
        done = self.run_in(ROOT, "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml")
        self.assertEqual(done.returncode, 0, done.stdout)


repository.main()
