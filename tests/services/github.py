"""The action in ci/github, run step by step on pull requests, with a stand-in for GitHub's API, and with
the real reviewdog.

usage: github.py FSFIND
"""
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import stat
import subprocess
import tarfile
import threading

import repository
from repository import FSFIND, NEW, OLD, ROOT, path_with
from runner import Cache, Runner

yaml = repository.need_yaml()
repository.need("git", "curl", "jq", "reviewdog")
ACTION = ROOT / "ci" / "github"
DEFINITION = yaml.safe_load((ACTION / "action.yml").read_text())
TOKEN = "a-token"


class GitHub(http.server.BaseHTTPRequestHandler):
    """One pull request: its comments, its changes, and its reviews."""
    comments, reviews, diff, status, url = [], [], "", 200, ""
    user = "github-actions[bot]"  # of the token; empty = GraphQL does not tell it
    graphql = 200, None  # status of its answer, and the answer if it is not the user

    def answer(self, body, status=None):
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            GitHub.status = 401
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status or GitHub.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def content(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def body(self):
        return self.content()["body"]

    def do_GET(self):
        if self.path.startswith("/repos/o/r/pulls/5/"):
            return self.answer([])
        if not self.path.startswith("/repos/o/r/issues/5/comments?"):
            return self.answer(GitHub.diff if "diff" in self.headers["Accept"] else {})
        query = dict(pair.split("=") for pair in self.path.split("?")[1].split("&"))
        size, page = int(query["per_page"]), int(query["page"])
        return self.answer(GitHub.comments[(page - 1) * size:page * size])

    def do_POST(self):
        if self.path == "/repos/o/r/pulls/5/reviews":
            GitHub.reviews.append(self.content())
            return self.answer({})
        if self.path == "/graphql":
            assert "viewer" in self.content()["query"]
            status, answer = GitHub.graphql
            if status is None:  # hangs up
                self.close_connection = True
                return None
            if status != 200 or answer is not None:
                return self.answer(answer or "", status)
            return self.answer({"data": {"viewer": {"login": GitHub.user}}} if GitHub.user else
                               {"errors": [{"message": "not here"}]})
        assert self.path == "/repos/o/r/issues/5/comments", self.path
        GitHub.comments.append({"url": f"{GitHub.url}/comment/{len(GitHub.comments)}",
                                "user": {"login": GitHub.user or "github-actions[bot]"},
                                "body": self.body()})
        return self.answer({})

    def do_PATCH(self):
        GitHub.comments[int(self.path.split("/")[-1])]["body"] = self.body()
        self.answer({})

    def log_message(self, *_):
        pass


class Action(repository.Case):
    def setUp(self):
        super().setUp()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), GitHub)
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        GitHub.url, GitHub.comments, GitHub.status = f"http://127.0.0.1:{server.server_port}", [], 200
        self.uploads = []
        self.action, self.path = ACTION, path_with()
        self.workspace = self.repository.root
        commit = lambda name: {"sha": self.repository.git("rev-parse", name)}
        self.event = {"pull_request": {"number": 5, "head": commit("HEAD"), "base": commit("main")},
                      "repository": {"name": "r", "owner": {"login": "o"}}}
        self.ref = "refs/heads/change"

    def use(self, **inputs):
        """Runs the action on the repository as it is; inputs are written with _ for -."""
        cache = Cache(self.repository.base / "cache")
        self.runner = Runner(self.action, DEFINITION, self.repository.base / "runner", {
            "actions/cache/restore": cache.restore, "actions/cache/save": cache.save,
            "github/codeql-action/upload-sarif": lambda options: self.uploads.append(
                json.loads(pathlib.Path(options["sarif_file"]).read_text())) or {}})
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.workspace, text=True,
                              stdout=subprocess.PIPE, check=True).stdout.strip()
        github = {"workspace": str(self.workspace), "ref": self.ref, "sha": head, "repository": "o/r",
                  "api_url": GitHub.url, "graphql_url": GitHub.url + "/graphql", "token": TOKEN, "event": self.event, "run_id": "1",
                  "run_attempt": str(len(list(cache.folder.iterdir())))}
        event = self.repository.base / "event.json"
        event.write_text(json.dumps(self.event))
        return self.runner.run({name.replace("_", "-"): value for name, value in inputs.items()}, github,
                               {"PATH": self.path, "no_proxy": "*", "GITHUB_ACTIONS": "true",
                                "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": str(event)})

    def annotated(self):
        return [line for line in self.runner.log.splitlines() if line.startswith("::error file=")]

    def test_fails_a_pull_request_for_what_it_brings(self):
        outputs = self.use()
        self.assertTrue(self.runner.failed)
        self.assertEqual((outputs["findings"], outputs["failed"]), ("1", "true"), self.runner.log)
        (line,) = self.annotated()
        self.assertIn(f"file={NEW},line=3,", line)
        self.assertIn("(fail-on: high)", self.runner.log)
        self.assertIn("### fsfind: 1 finding", self.runner.summary)
        (finding,) = json.loads(pathlib.Path(outputs["report"]).read_text())["findings"]
        self.assertEqual(finding["location"]["file"], NEW)
        self.assertNotIn("Comment on the pull request", self.runner.ran)

    def test_passes_a_pull_request_that_brings_none(self):
        (self.repository.root / NEW).write_text("int nothing;\n")
        self.repository.commit("three")
        outputs = self.use()
        self.assertFalse(self.runner.failed, self.runner.log)
        self.assertEqual((outputs["findings"], outputs["failed"]), ("0", "false"))
        self.assertNotIn("Fail on findings", self.runner.ran)

    def test_shows_all_where_nothing_is_compared(self):
        self.event = {}
        outputs = self.use(fail_on="none", comment="true")
        self.assertEqual(outputs["findings"], "2")
        self.assertFalse(self.runner.failed, self.runner.log)
        self.assertEqual(GitHub.comments, [])

    def test_takes_a_recording(self):
        recording = str(ROOT / "fixtures/hot_flag/perf.data")
        outputs = self.use(recording=recording, comment="true")
        self.assertEqual((outputs["findings"], outputs["failed"]), ("3", "true"), self.runner.log)
        self.assertIn("packets", GitHub.comments[0]["body"])
        outputs = self.use(recording=recording, fail_on="confirmed")
        self.assertEqual(outputs["failed"], "false", "the sources do not show it")

    def test_goes_by_the_configuration_file(self):
        """Its level counts unless the input names one, and the summary and all formats come as without it."""
        config = self.repository.root / ".fsfind.yaml"
        config.write_text("check:\n  fail-on: medium\nreport:\n  fail-on: any\n")
        outputs = self.use(sarif="true", comment="true")
        self.assertEqual((outputs["findings"], outputs["failed"]), ("1", "true"), self.runner.log)
        self.assertIn("(fail-on: medium)", self.runner.log)
        self.assertIn("### fsfind: 1 finding", self.runner.summary)
        self.assertEqual((len(self.annotated()), len(self.uploads), len(GitHub.comments)), (1, 1, 1))
        outputs = self.use(fail_on="none")
        self.assertEqual((outputs["findings"], outputs["failed"]), ("1", "false"), self.runner.log)
        self.assertFalse(self.runner.failed, self.runner.log)
        config.write_text("fail-on: none\n")
        outputs = self.use()
        self.assertEqual((outputs["findings"], outputs["failed"]), ("1", "false"), self.runner.log)

    def test_leaves_out_what_is_known(self):
        baseline = self.repository.root / "build/known.json"
        subprocess.run([FSFIND, "check", "-q", "-p", "build", "--no-cache", "--write-baseline",
                        str(baseline)], cwd=self.repository.root, check=True,
                       stdout=subprocess.DEVNULL)
        self.event = {}
        outputs = self.use(baseline=str(baseline), fail_on="any")
        self.assertEqual(outputs["findings"], "0")
        self.assertFalse(self.runner.failed, self.runner.log)

    def test_compares_the_merge_that_GitHub_checks_out(self):
        """Two commits suffice, and what came into the base meanwhile is not of the change."""
        git = self.repository.git
        git("checkout", "-q", "main")
        self.repository.write("src/meanwhile.c", "meanwhile")
        self.repository.commit("meanwhile")
        git("checkout", "-q", "--detach")
        git(*repository.IDENTITY, "merge", "-q", "--no-ff", "-m", "merge", "change")
        self.workspace = self.repository.base / "clone"
        git("branch", "merged")
        git("clone", "-q", "--depth", "2", "--branch", "merged",
            f"file://{self.repository.root}", str(self.workspace))
        (self.workspace / "build").mkdir()
        self.repository.root, original = self.workspace, self.repository.root
        self.repository.database(OLD, NEW, "src/meanwhile.c")
        self.repository.root = original
        self.ref = "refs/pull/5/merge"
        self.use()
        (line,) = self.annotated()
        self.assertIn(f"file={NEW},", line)

    def test_keeps_one_comment(self):
        other = {"url": "", "user": {"login": "github-actions[bot]"}, "body": "looks good"}
        GitHub.comments = [other] * 100  # ours is on the second page
        self.use(comment="true")
        self.assertEqual(len(GitHub.comments), 101, self.runner.log)
        self.assertIn("### fsfind: 1 finding", GitHub.comments[100]["body"])
        self.assertTrue(self.runner.failed, "the gate comes after the comment")
        (self.repository.root / NEW).write_text("int nothing;\n")
        self.repository.commit("mended")
        self.use(comment="true")
        self.assertEqual(len(GitHub.comments), 101)
        self.assertIn("### fsfind: no findings", GitHub.comments[100]["body"])
        GitHub.comments = []
        self.use(comment="true")
        self.assertEqual(GitHub.comments, [], "no news, no comment")

    def test_leaves_comments_of_others_alone(self):
        """Whatever mark they begin with."""
        for user in ("github-actions[bot]", "octo-app[bot]", ""):
            foreign = [{"url": f"{GitHub.url}/comment/{at}", "user": author, "body": "<!-- fsfind -->\nmine"}
                       for at, author in enumerate(({"login": "mallory"}, None))]
            GitHub.comments, GitHub.user = [dict(one) for one in foreign], user
            self.addCleanup(setattr, GitHub, "user", "github-actions[bot]")
            self.use(comment="true", fail_on="none")
            self.assertEqual(GitHub.comments[:2], foreign, self.runner.log)
            self.assertIn("### fsfind: 1 finding", GitHub.comments[2]["body"])
        self.use(comment="true", fail_on="none")
        self.assertEqual(len(GitHub.comments), 3, "ours is changed")

    def test_makes_no_second_comment_where_the_user_is_not_told(self):
        """Ours may be a bot's of another name."""
        ours = {"url": f"{GitHub.url}/comment/0", "user": {"login": "octo-app[bot]"}, "body": "<!-- fsfind -->\nold"}
        self.addCleanup(setattr, GitHub, "graphql", GitHub.graphql)
        error = {"errors": [{"message": "not here"}]}
        for GitHub.graphql in (502, "<html>"), (502, error), (200, "<html>"), (200, {"data": None}), (None, None):
            GitHub.comments = [dict(ours)]
            self.use(comment="true", fail_on="none")
            self.assertEqual(GitHub.comments, [ours], GitHub.graphql)
            self.assertIn("::warning title=fsfind::no comment is made or changed: ", self.runner.log)
            self.assertFalse(self.runner.failed, self.runner.log)
        for GitHub.graphql in (404, "<html>"), (200, error):
            GitHub.comments = [dict(ours, user={"login": "github-actions[bot]"})]
            self.use(comment="true", fail_on="none")
            self.assertIn("### fsfind: 1 finding", GitHub.comments[0]["body"], "a job's is changed")
            self.assertEqual(len(GitHub.comments), 1)

    def test_says_why_it_cannot_comment(self):
        self.use(comment="true", fail_on="none", token="of a fork")
        self.assertFalse(self.runner.failed, self.runner.log)
        self.assertIn("::warning title=fsfind::no comment: the token must not", self.runner.log)
        GitHub.status = 500
        self.use(comment="true")
        self.assertIn("HTTP 500", self.runner.log)
        self.assertIn("Fail on findings", self.runner.ran)

    def test_suggests_edits_on_changed_lines(self):
        GitHub.reviews, git = [], self.repository.git
        GitHub.diff = git("-c", "core.quotePath=false", "diff", "main", "HEAD") + "\n"
        self.use(suggestions="true", since="all")
        self.assertIn("Suggest edits", self.runner.ran, self.runner.log)
        (comment,) = [one for review in GitHub.reviews for one in review.get("comments", [])]
        self.assertEqual(comment["path"], NEW, "OLD is not part of the change")
        self.assertIn("```suggestion\n  _Alignas(64) long hits;\n```", comment["body"])

    def test_gives_findings_to_code_scanning(self):
        self.use(sarif="true", annotations="false")
        (result,) = self.uploads[0]["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertTrue(place.startswith("src/new%20"), place)
        self.assertEqual(self.annotated(), [])

    def test_keeps_facts_for_the_next_run(self):
        self.use(fail_on="none")
        self.use(fail_on="none")
        first, second = sorted((self.repository.base / "cache").iterdir())
        written = lambda folder: {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.unit")}
        self.assertEqual(len(written(first)), 2)
        self.assertEqual(written(second), written(first), "no unit was read again")
        (key,) = {folder.name.rpartition("-1-")[0] for folder in (first, second)}
        shutil.copytree(self.repository.root / "build", self.repository.root / "other")
        self.use(fail_on="none", build="other")
        (other,) = {folder.name.rpartition("-1-")[0]
                    for folder in (self.repository.base / "cache").iterdir()} - {key}
        self.assertTrue(other.startswith("fsfind-facts-"), "another job of a matrix keeps its own")
        self.use(fail_on="none", cache="false")
        self.assertNotIn("Restore facts of the sources", self.runner.ran)

    def test_passes_arguments_on_as_they_are(self):
        outputs = self.use(arguments="--exclude\nsrc/new*\n", fail_on="any")
        self.assertEqual(outputs["findings"], "0", self.runner.log)
        self.use(arguments="--exclude\n$(touch stolen); `touch stolen`", build="build")
        self.assertFalse((self.repository.root / "stolen").exists())

    def test_tells_what_is_wrong_as_an_annotation(self):
        for inputs, words in (({"since": "no such\nrevision"}, "is no revision of"),
                              ({"build": "nowhere"}, "nowhere"),
                              ({"working_directory": "none"}, "there is no folder none"),
                              ({"fsfind": "ftp://x/y.exe"}, "is not path, source, a package"),
                              ({"fsfind": "http://x/y.deb"}, "is not https"),
                              ({"fsfind": "none.tar.gz"}, "none.tar.gz is no file")):
            self.use(**inputs)
            self.assertTrue(self.runner.failed, inputs)
            last = self.runner.log.strip().splitlines()[-1]
            self.assertTrue(last.startswith("::error title=fsfind::"), self.runner.log)
            self.assertIn(words, last)

    def test_installs_an_archive(self):
        tree = self.repository.base / "fsfind-1.0"
        (tree / "bin").mkdir(parents=True)
        program = tree / "bin" / "fsfind"
        program.write_text(f'#!/bin/sh\necho "from the archive" >&2\nexec "{FSFIND}" "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        archive = self.repository.base / "fsfind-1.0.tar.gz"
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(tree, "fsfind-1.0")
        outputs = self.use(fsfind=str(archive), fail_on="none",
                           sha256=hashlib.sha256(archive.read_bytes()).hexdigest())
        self.assertEqual(outputs["findings"], "1", self.runner.log)
        self.assertIn("from the archive", self.runner.log)
        self.use(fsfind=str(archive), sha256="00")
        self.assertIn("has the sum", self.runner.log)
        self.assertNotIn("Check", self.runner.ran)

    def test_builds_from_source_once(self):
        """The build itself is stood in for: what is tested is who is called, and what is kept."""
        sources = self.repository.base / "action"
        shutil.copytree(ACTION, sources / "ci" / "github")
        script(sources / "dev", 'echo "dev $1"\n')
        tools = self.repository.base / "tools"
        tools.mkdir()
        script(tools / "cmake", f'mkdir -p "$4/bin"; ln -s "{FSFIND}" "$4/bin/fsfind"\n')
        self.action = sources / "ci" / "github"
        self.path = os.pathsep.join([str(tools), os.environ["PATH"]])
        self.use(fsfind="source", fail_on="none")
        self.assertIn("dev deps\ndev build\n", self.runner.log)
        self.assertFalse(self.runner.failed, self.runner.log)
        self.use(fsfind="source", fail_on="none")
        self.assertIn("dev deps\n", self.runner.log)
        self.assertNotIn("dev build", self.runner.log)
        (sources / "more.cpp").write_text("")
        self.use(fsfind="source", fail_on="none")
        self.assertIn("dev build", self.runner.log, "other sources")

    def test_has_no_text_of_events_in_commands(self):
        for step in DEFINITION["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""), step["name"])


def script(path, text):
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)


repository.main()
