"""reviewdog posts what `--format=rdjson` writes as a review with a suggestion, and prints it locally.

A server on the loopback stands in for GitHub: it gives reviewdog a pull request's changes and keeps
the review it is sent.
"""
import http.server
import json
import os
import subprocess
import threading

import example


class Service(http.server.BaseHTTPRequestHandler):
    """Answers what reviewdog asks of api.github.com."""
    diff, reviews = "", []

    def answer(self, body):
        data = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path.startswith("/repos/o/r/pulls/1/"):
            self.answer("[]")
        elif "diff" in self.headers.get("Accept", ""):
            self.answer(Service.diff)
        else:
            self.answer("{}")

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        Service.reviews.append(json.loads(self.rfile.read(length)))
        self.answer("{}")

    def log_message(self, *_):
        pass


def posted(reviewdog, repository):
    """The comments of the reviews that reviewdog posts."""
    Service.diff = repository.run("git", "-c", "core.quotePath=false", "diff", "HEAD~1", "HEAD")
    server = http.server.HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {**os.environ, "REVIEWDOG_GITHUB_API_TOKEN": "none", "CI_PULL_REQUEST": "1",
                   "CI_REPO_OWNER": "o", "CI_REPO_NAME": "r",
                   "CI_COMMIT": repository.run("git", "rev-parse", "HEAD").strip(),
                   "GITHUB_API": f"http://127.0.0.1:{server.server_port}/"}
    for name in ("GITHUB_ACTIONS", "GITHUB_EVENT_PATH", "http_proxy", "HTTP_PROXY"):
        environment.pop(name, None)
    repository.run(reviewdog, "-f=rdjson", "-reporter=github-pr-review", "-fail-level=none",
                   input=repository.check("rdjson"), env=environment, stderr=subprocess.STDOUT)
    server.shutdown()
    return [comment for review in Service.reviews for comment in review.get("comments", [])]


def told(reviewdog, repository, base):
    """What reviewdog prints of the lines that differ from the commit, and its exit code."""
    done = subprocess.run([reviewdog, "-f=rdjson", "-reporter=local", f"-diff=git diff {base}",
                           "-fail-level=error"], cwd=repository.root, text=True, check=False,
                          input=repository.check("rdjson"), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.stdout, done.returncode


dog = example.tool("reviewdog")
with example.Example() as example_repository:
    comments = posted(dog, example_repository)
    assert len(comments) == 1, Service.reviews
    comment = comments[0]
    assert comment["path"] == example.SOURCE, comment
    changed = example_repository.lines()[comment["start_line"] - 1:comment["line"]]
    assert changed == example.WRONG, comment
    assert "\n".join(["```suggestion", *example.FIXED, "```"]) in comment["body"], comment["body"]
    assert "fsfind-adjacent-thread-fields" in comment["body"], comment["body"]
    text, code = told(dog, example_repository, "HEAD~1")
    assert code == 1 and text.startswith(f"{example.SOURCE}:6:22: high: 'requests' (written"), text
    text, code = told(dog, example_repository, "HEAD")
    assert code == 0 and text == "", text
