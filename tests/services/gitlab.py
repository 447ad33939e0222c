"""The job of ci/gitlab/fsfind.gitlab-ci.yml, its lines run as GitLab's runner runs them.

usage: gitlab.py FSFIND
"""
import hashlib
import http.server
import json
import os
import subprocess
import threading

import repository
from repository import FSFIND, NEW, OLD, ROOT, path_with

yaml = repository.need_yaml()
repository.need("git", "curl")
JOB = yaml.safe_load((ROOT / "ci/gitlab/fsfind.gitlab-ci.yml").read_text())["fsfind"]
REPORT = JOB["artifacts"]["reports"]["codequality"]
PACKAGE = b"a package"


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/fsfind.deb" else 404)
        self.send_header("Content-Length", str(len(PACKAGE)))
        self.end_headers()
        self.wfile.write(PACKAGE)

    def log_message(self, *_):
        pass


class Job(repository.Case):
    def setUp(self):
        super().setUp()
        self.base = self.repository.git("rev-parse", "main")
        self.path = path_with()

    def use(self, **variables):
        """Runs the job's lines in one shell that ends at the first that fails, as the runner does."""
        lines = [*JOB.get("before_script", []), *JOB["script"]]
        environment = {"PATH": self.path, "HOME": str(self.repository.base), "no_proxy": "*",
                       "CI_PROJECT_DIR": str(self.repository.root), **JOB["variables"], **variables}
        return subprocess.run(["sh", "-e", "-c", "\n".join(lines)], cwd=self.repository.root, text=True,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)

    def reported(self):
        return sorted(issue["location"]["path"]
                      for issue in json.loads((self.repository.root / REPORT).read_text()))

    def test_fails_a_merge_request_for_what_it_brings(self):
        done = self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("1 not of the change", done.stdout)
        self.assertEqual(self.reported(), sorted([OLD, NEW]), "GitLab compares all with all")
        self.assertEqual(JOB["artifacts"]["when"], "always", "of jobs that fail, too")
        folder = self.repository.root / JOB["cache"]["paths"][0]
        self.assertEqual(len(list(folder.glob("*.facts"))), 2, "what is kept is what was read")
        self.assertEqual(self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base,
                                  FSFIND_FAIL_ON="none").returncode, 0)

    def test_passes_a_merge_request_that_brings_none(self):
        (self.repository.root / NEW).write_text("int nothing;\n")
        self.repository.commit("three")
        done = self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base, FSFIND_FAIL_ON="any")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.reported(), [OLD])

    def test_leaves_the_gate_to_the_change(self):
        """A level in the configuration file fails the job neither for what was there nor against the variable."""
        (self.repository.root / ".fsfind.yaml").write_text("fail-on: any\n")
        (self.repository.root / NEW).write_text("int nothing;\n")
        self.repository.commit("three")
        done = self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.reported(), [OLD])

    def test_compares_a_merged_result_with_the_target(self):
        """What came into the target branch meanwhile is not of the change."""
        git = self.repository.git
        (self.repository.root / NEW).write_text("int nothing;\n")
        self.repository.commit("three")
        git("checkout", "-q", "main")
        self.repository.write("src/meanwhile.c", "meanwhile")
        self.repository.commit("meanwhile")
        self.repository.database(OLD, NEW, "src/meanwhile.c")
        target = git("rev-parse", "HEAD")
        git(*repository.IDENTITY, "merge", "-q", "--no-ff", "-m", "merge", "change")
        done = self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base,
                        CI_MERGE_REQUEST_TARGET_BRANCH_SHA=target)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base).returncode, 1)

    def test_reports_the_default_branch_without_failing(self):
        done = self.use(FSFIND_OPTIONS="--rules=fsfind-per-* --min-confidence=high")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.reported(), sorted([OLD, NEW]))

    def test_fails_if_it_cannot_compare(self):
        done = self.use(CI_MERGE_REQUEST_DIFF_BASE_SHA="0" * 40)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("is no revision of", done.stdout)

    def test_installs_the_package_that_is_named(self):
        """apt-get is stood in for."""
        server = http.server.HTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        tools = self.repository.base / "tools"
        tools.mkdir()
        apt = tools / "apt-get"
        apt.write_text(f'#!/bin/sh\ncase $2 in install) cat "$4"; echo;'
                       f' ln -s "{FSFIND}" "{tools}/fsfind";; esac\n')
        apt.chmod(0o755)
        self.path = os.pathsep.join([str(tools), os.environ["PATH"]])
        url = f"http://127.0.0.1:{server.server_port}"
        done = self.use(FSFIND_PACKAGE=f"{url}/fsfind.deb", FSFIND_SHA256="00")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertFalse((tools / "fsfind").exists(), "of another sum")
        self.assertNotEqual(self.use(FSFIND_PACKAGE=f"{url}/none.deb").returncode, 0)
        done = self.use(FSFIND_PACKAGE=f"{url}/fsfind.deb",
                        FSFIND_SHA256=hashlib.sha256(PACKAGE).hexdigest())
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("a package\nfsfind ", done.stdout, "installed, and then asked for its version")


repository.main()
