"""An editor, as far as the tests of `fsfind lsp` need one: LSP 3.17 over pipes."""
import json
import os
import pathlib
import subprocess
import tempfile
import time

# What the tests wait for comes in a second or two; this only ends a test that would hang.
PATIENCE = 120

HEADER = """#pragma once
struct stats {
  long requests;
  long errors; /* \N{MATHEMATICAL BOLD SMALL E} */
};
extern struct stats stats;
void *serve(void *), *complain(void *);
"""
WRITER = """#include "stats.h"
void *%s(void *arg) {
  for (long i = 0; i < 1000000; i++)
    stats.%s *= 3;
  return arg;
}
"""
MAIN = """#include "stats.h"
#include <pthread.h>
struct stats stats;
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, serve, 0);
  pthread_create(&b, 0, complain, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""


class Project:
    """A project with one false sharing, in a folder of its own. Its members are declared in the
    header, and written by functions of two units, which the third starts on threads."""

    def __init__(self, options="-O2 -std=c11", database=True):
        self.held = tempfile.TemporaryDirectory(prefix="fsfind-lsp-")
        self.folder = pathlib.Path(self.held.name).resolve() / "a b"  # a blank is %20 in URIs
        (self.folder / "src").mkdir(parents=True)
        self.write("stats.h", HEADER)
        self.write("serve.c", WRITER % ("serve", "requests"))
        self.write("complain.c", WRITER % ("complain", "errors"))
        self.write("main.c", MAIN)
        self.options = options
        if database:
            self.write_database()

    def write(self, name, text):
        (self.folder / "src" / name).write_text(text)

    def write_database(self):
        units = ["main.c", "serve.c", "complain.c"]
        (self.folder / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(self.folder / "src"), "file": name,
              "arguments": ["cc", *self.options.split(), "-c", name]} for name in units]))

    def uri(self, name):
        return (self.folder / "src" / name).as_uri()

    def text(self, name):
        return (self.folder / "src" / name).read_text()

    def processes(self):
        """Those that work in the project's folder."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if pathlib.Path(os.readlink(process / "cwd")).is_relative_to(self.folder):
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def close(self):
        self.held.cleanup()


CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"resolveSupport": {"properties": ["edit"]}},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True},
                  "didChangeWatchedFiles": {"dynamicRegistration": True}},
    "window": {"workDoneProgress": True},
}


class Editor:
    def __init__(self, fsfind, project, arguments=(), environment=None):
        self.project = project
        self.server = subprocess.Popen(
            [fsfind, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=project.held.name,
            env={**os.environ, "XDG_CACHE_HOME": project.held.name + "/cache",
                 **(environment or {})})
        self.number = 0
        self.seen = []  # messages that nobody has waited for yet
        self.versions = {}

    # Messages

    def send_bytes(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def send(self, *messages):
        """Sends them at once."""
        data = b""
        for message in messages:
            content = json.dumps({"jsonrpc": "2.0", **message}).encode()
            data += b"Content-Length: %d\r\n\r\n%s" % (len(content), content)
        self.send_bytes(data)

    def notify(self, method, params=None):
        self.send({"method": method, "params": params or {}})

    def ask(self, method, params=None):
        """The result; an error is raised."""
        answer = self.answer(self.start(method, params))
        if "error" in answer:
            raise LookupError(answer["error"])
        return answer["result"]

    def error(self, method, params=None):
        return self.answer(self.start(method, params))["error"]

    def start(self, method, params=None):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params or {}})
        return self.number

    def answer(self, number):
        return self.wait(lambda message: message.get("id") == number and "method" not in message)

    def read(self):
        """The next message; None at the end. Fails if the output is anything but messages."""
        line = self.server.stdout.readline()
        if not line:
            return None
        name, value = line.decode().split(":")
        assert name == "Content-Length", line
        assert self.server.stdout.readline() == b"\r\n"
        return json.loads(self.server.stdout.read(int(value)))

    def wait(self, wanted):
        """The first message that `wanted` says is it; the others are kept."""
        for at, message in enumerate(self.seen):
            if wanted(message):
                return self.seen.pop(at)
        while (message := self.read()) is not None:
            if wanted(message):
                return message
            self.seen.append(message)
        raise EOFError(f"the server ended; it had sent {self.seen}; it said {self.said()}")

    def wait_for(self, method, wanted=lambda params: True):
        return self.wait(lambda message: message.get("method") == method
                         and wanted(message["params"]))["params"]

    def diagnostics(self, name):
        """What is published next for the file."""
        return self.wait_for("textDocument/publishDiagnostics",
                             lambda params: params["uri"] == self.project.uri(name))

    def checked(self):
        """Waits for the end of a check; its summary."""
        return self.wait_for("window/logMessage")["message"]

    def said(self):
        return self.server.stderr.read().decode()

    # The editor's life

    def initialize(self, capabilities=None, **params):
        result = self.ask("initialize", {
            "processId": os.getpid(), "rootUri": self.project.folder.as_uri(),
            "capabilities": CAPABILITIES if capabilities is None else capabilities, **params})
        self.notify("initialized")
        return result

    def exit(self):
        """The exit code."""
        self.ask("shutdown")
        self.notify("exit")
        return self.ended()

    def ended(self):
        return self.server.wait(PATIENCE)

    def close(self):
        if self.server.poll() is None:
            self.server.kill()
        self.server.wait()
        for stream in (self.server.stdin, self.server.stdout, self.server.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    # Documents

    def open(self, name):
        self.versions[name] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.project.uri(name), "languageId": "c", "version": 1,
            "text": self.project.text(name)}})

    def change(self, name, *changes):
        """Each change: (line, character, end line, end character, text)."""
        self.versions[name] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.project.uri(name), "version": self.versions[name]},
            "contentChanges": [{"range": span(*change[:4]), "text": change[4]}
                               for change in changes]})

    def save(self, name, text):
        self.project.write(name, text)
        self.notify("textDocument/didSave", {"textDocument": {"uri": self.project.uri(name)}})

    def hover(self, name, line, character):
        return self.ask("textDocument/hover", {"textDocument": {"uri": self.project.uri(name)},
                                               "position": place(line, character)})

    def actions(self, name, line, **context):
        return self.ask("textDocument/codeAction", {
            "textDocument": {"uri": self.project.uri(name)}, "range": span(line, 0, line, 0),
            "context": {"diagnostics": [], **context}})


def place(line, character):
    return {"line": line, "character": character}


def span(line, character, end_line, end_character):
    return {"start": place(line, character), "end": place(end_line, end_character)}


def wait_until(condition):
    """Waits for what other processes do."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
