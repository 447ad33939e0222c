"""`fsfind lsp` as an editor speaks with it.

usage: protocol_test.py FSFIND FIXTURES [TEST...]
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

import client
from client import Editor, Project, span

FSFIND = sys.argv.pop(1)
FIXTURES = pathlib.Path(sys.argv.pop(1))


class Session(unittest.TestCase):
    def project(self, **how):
        project = Project(**how)
        self.addCleanup(project.close)
        return project

    def editor(self, project=None, *arguments):
        editor = Editor(FSFIND, project or self.project(), arguments)
        self.addCleanup(editor.close)
        return editor

    def started(self, project=None, *arguments, **how):
        """An editor whose server has checked the project."""
        editor = self.editor(project, *arguments)
        editor.initialize(**how)
        editor.checked()
        return editor


class Lifecycle(Session):
    def test_ends_with_0_after_a_shutdown_only(self):
        editor = self.editor(None, "--stdio")
        result = editor.ask("initialize", {"capabilities": {}})
        self.assertEqual(result["serverInfo"]["name"], "fsfind")
        self.assertEqual(result["capabilities"]["positionEncoding"], "utf-16")
        self.assertEqual(editor.error("initialize")["code"], -32600)
        self.assertIsNone(editor.ask("shutdown"))
        self.assertEqual(editor.error("textDocument/hover")["code"], -32600)
        editor.notify("exit")
        self.assertEqual(editor.ended(), 0)

        hasty = self.editor()
        hasty.notify("exit")
        self.assertEqual(hasty.ended(), 1)

    def test_leaves_no_folders_behind(self):
        for asked in [True, False]:
            project = self.project()
            editor = Editor(FSFIND, project, ["--no-cache"], {"TMPDIR": project.held.name})
            self.addCleanup(editor.close)
            editor.initialize()
            if asked:  # else it ends as the check begins
                editor.wait_for("$/progress")
            self.assertEqual(editor.exit(), 0)
            left = list(pathlib.Path(project.held.name).glob("fsfind-*"))
            self.assertEqual(left, [])

    def test_answers_only_what_it_knows_and_nothing_before_initialize(self):
        editor = self.editor()
        editor.notify("textDocument/didSave")
        self.assertEqual(editor.error("textDocument/hover")["code"], -32002)
        editor.initialize()
        error = editor.error("textDocument/rename")
        self.assertEqual(error["code"], -32601)
        self.assertIn("textDocument/rename", error["message"])
        editor.notify("$/unknown")
        editor.notify("textDocument/unknown")
        self.assertEqual(editor.exit(), 0)

    def test_survives_parameters_of_any_shape(self):
        editor = self.started()
        shapes = [None, [], {}, {"textDocument": 1}, {"textDocument": {"uri": "file:///%zz"}},
                  {"textDocument": {"uri": "untitled:1"}, "position": {"line": -1}, "range": [],
                   "contentChanges": [1, {"range": {"start": {"line": 1e300}}}], "changes": [{}]},
                  {"textDocument": {"uri": editor.project.uri("stats.h"), "version": "x"},
                   "position": {"line": 4294967295, "character": 4294967295},
                   "contentChanges": [{"range": span(9, 9, 0, 0), "text": []}, {}],
                   "context": {"only": 3}}]
        editor.open("stats.h")
        for params in shapes:
            for method in ["textDocument/hover", "textDocument/codeAction", "codeAction/resolve"]:
                editor.number += 1
                editor.send({"id": editor.number, "method": method, "params": params})
                editor.answer(editor.number)
            for method in ["didOpen", "didChange", "didSave", "didClose"]:
                editor.send({"method": "textDocument/" + method, "params": params})
            for method in ["workspace/didChangeWatchedFiles", "$/cancelRequest",
                           "window/workDoneProgress/cancel"]:
                editor.send({"method": method, "params": params})
        self.assertEqual(editor.exit(), 0)


    def test_does_not_read_what_is_no_file(self):
        project = self.project()
        pipe = project.folder / "src" / "pipe.c"
        os.mkfifo(pipe)
        editor = self.started(project)
        editor.notify("textDocument/didOpen", {"textDocument": {
            "uri": pipe.as_uri(), "languageId": "c", "version": 1, "text": "int x;"}})
        editor.notify("workspace/didChangeWatchedFiles",
                      {"changes": [{"uri": pipe.as_uri(), "type": 2}]})
        self.assertIsNone(editor.hover("pipe.c", 0, 4))
        self.assertEqual(editor.exit(), 0)

    def test_says_at_once_what_is_wrong_with_its_options(self):
        editor = self.editor(None, "--rules", "nonsense")
        self.assertEqual(editor.ended(), 2)
        self.assertIn("nonsense is no rule's name", editor.said())


class Hostile(Session):
    def test_ends_where_the_next_message_cannot_be_found(self):
        for header, why in [
            ("Content-Type: text\r\n\r\n{}", "no Content-Length"),
            ("Content-Length: -5\r\n\r\n{}", "is no number"),
            ("Content-Length: 99999999999999999999\r\n\r\n{}", "more than 67108864 bytes"),
            ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "two different Content-Lengths"),
            ("GET / HTTP/1.1\r\n\r\n", "without a colon"),
            ("x" * 9000, "more than 8192 bytes"),
        ]:
            with self.subTest(why):
                editor = self.editor()
                editor.send_bytes(header.encode())
                self.assertEqual(editor.ended(), 2)
                self.assertEqual(editor.read()["error"]["code"], -32700)
                said = editor.said()
                self.assertIn(why, said)
                self.assertEqual(said.count("\n"), 1)

    def test_ends_with_2_if_the_input_ends_within_a_message(self):
        for data in [b"garbage", b"Content-Length: 10\r\n\r\n{}", b"\n"]:
            with self.subTest(data):
                editor = self.editor()
                editor.send_bytes(data)
                editor.server.stdin.close()
                self.assertEqual(editor.ended(), 2)
                self.assertEqual(editor.read()["error"]["code"], -32700)
                self.assertRegex(editor.said(), r"^fsfind: standard input: what comes ends before a "
                                                r"message does; [^\n]*\n$")
        editor = self.editor()
        editor.initialize()
        editor.server.stdin.close()
        self.assertEqual(editor.ended(), 1, "the editor is gone")

    def test_goes_on_after_content_that_is_no_message(self):
        editor = self.editor()
        for content, code in [
            (b"{", -32700),
            (b'{"id": 1, "method": "\xff"}', -32700),
            (b"[" * 100000 + b"]" * 100000, -32700),
            (b'[{"id": 1, "method": "initialize"}]', -32600),
            (b'{"id": {}, "method": "initialize"}', -32600),
            (b'{"id": 7}', -32600),
            (b'{"id": 8, "method": "initialize", "params": 3}', -32600),
            (b"", -32700),
        ]:
            with self.subTest(content[:40]):
                editor.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
                self.assertEqual(editor.read()["error"]["code"], code)
        editor.initialize()
        self.assertEqual(editor.exit(), 0)


class Diagnostics(Session):
    def test_name_members_and_writers(self):
        editor = self.started()
        params = editor.diagnostics("stats.h")
        (one,) = params["diagnostics"]
        self.assertEqual(one["range"], span(3, 7, 3, 13))
        self.assertEqual(one["code"], "fsfind-adjacent-thread-fields")
        self.assertIn("/docs/rules/fsfind-adjacent-thread-fields.md", one["codeDescription"]["href"])
        self.assertEqual(one["severity"], 2)
        self.assertEqual(one["source"], "fsfind")
        self.assertIn("'errors'", one["message"])
        related = {(place["location"]["uri"], place["location"]["range"]["start"]["line"])
                   for place in one["relatedInformation"]}
        project = editor.project
        self.assertLessEqual({(project.uri("stats.h"), 2), (project.uri("serve.c"), 3),
                              (project.uri("complain.c"), 3)}, related)
        self.assertEqual(editor.exit(), 0)

    def test_leave_lines_that_change_and_move_with_others(self):
        editor = self.started()
        editor.diagnostics("stats.h")
        editor.open("stats.h")
        editor.change("stats.h", (1, 0, 1, 0, "\n\n"))
        params = editor.diagnostics("stats.h")
        self.assertEqual((params["version"], params["diagnostics"][0]["range"]["start"]["line"]),
                         (2, 5))
        editor.change("stats.h", (5, 2, 5, 6, "int"))
        self.assertEqual(editor.diagnostics("stats.h")["diagnostics"], [])
        editor.notify("textDocument/didClose",
                      {"textDocument": {"uri": editor.project.uri("stats.h")}})
        self.assertEqual(len(editor.diagnostics("stats.h")["diagnostics"]), 1,
                         "the file is as it was checked")

    def test_are_those_of_the_files_after_each_save(self):
        editor = self.started()
        editor.diagnostics("stats.h")
        editor.open("stats.h")
        apart = client.HEADER.replace("long errors", "_Alignas(64) long errors")
        editor.change("stats.h", (3, 2, 3, 2, "_Alignas(64) "))
        self.assertEqual(editor.diagnostics("stats.h")["diagnostics"], [])
        editor.save("stats.h", apart)
        self.assertIn("0 findings", editor.checked())
        editor.change("stats.h", (3, 2, 3, 15, ""))
        editor.save("stats.h", client.HEADER)
        self.assertIn("1 finding", editor.checked())
        self.assertEqual(editor.diagnostics("stats.h")["diagnostics"][0]["range"],
                         span(3, 7, 3, 13))

    def with_link_open(self):
        """An editor in which stats.h is open, and link.h, which leads to it."""
        project = self.project()
        (project.folder / "src" / "link.h").symlink_to("stats.h")
        editor = self.started(project)
        editor.diagnostics("stats.h")
        editor.open("stats.h")
        editor.open("link.h")
        return editor

    def test_stay_with_the_name_that_a_file_was_opened_by(self):
        editor = self.with_link_open()
        editor.change("stats.h", (0, 0, 0, 0, "\n"))
        self.assertEqual(editor.diagnostics("stats.h")["diagnostics"][0]["range"]["start"]["line"], 4)
        editor.notify("textDocument/didClose", {"textDocument": {"uri": editor.project.uri("link.h")}})
        editor.change("stats.h", (0, 0, 0, 0, "\n"))
        self.assertEqual(editor.diagnostics("stats.h")["diagnostics"][0]["range"]["start"]["line"], 5)

    def test_are_in_each_document_of_a_file(self):
        editor = self.with_link_open()
        (one,) = editor.diagnostics("link.h")["diagnostics"]
        self.assertEqual(one["range"]["start"]["line"], 3)
        editor.change("link.h", (0, 0, 0, 0, "\n"))
        (one,) = editor.diagnostics("link.h")["diagnostics"]
        self.assertEqual(one["range"]["start"]["line"], 4, "each has its own lines")
        self.assertEqual(len(editor.actions("link.h", 4)), 1)
        self.assertEqual(len(editor.actions("stats.h", 3)), 1)
        editor.notify("textDocument/didClose", {"textDocument": {"uri": editor.project.uri("link.h")}})
        self.assertEqual(editor.diagnostics("link.h")["diagnostics"], [])

    def test_are_there_if_the_recording_is_not(self):
        project = self.project()
        editor = self.editor(project)
        editor.initialize(initializationOptions={"recording": "gone.data"})
        shown = editor.wait_for("window/showMessage")
        self.assertEqual(shown["type"], 2)
        self.assertIn("gone.data", shown["message"])
        self.assertEqual(len(editor.diagnostics("stats.h")["diagnostics"]), 1)
        (action,) = editor.actions("stats.h", 3)
        self.assertIn("edit", editor.ask("codeAction/resolve", action))

    def test_say_that_a_folder_is_not_of_this_machine(self):
        editor = self.editor()
        editor.initialize(rootUri="vscode-remote://host/project")
        shown = editor.wait_for("window/showMessage")
        self.assertEqual(shown["type"], 1)
        self.assertIn("vscode-remote://host/project", shown["message"])
        editor.notify("textDocument/didSave", {"textDocument": {"uri": editor.project.uri("main.c")}})
        self.assertIsNone(editor.hover("stats.h", 3, 8))
        self.assertEqual([message["method"] for message in editor.seen], [], "nothing is checked")

    def test_begin_in_the_first_folder_that_is_of_this_machine(self):
        editor = self.editor()
        editor.initialize(workspaceFolders=[
            {"uri": "vscode-remote://host/project", "name": "far"},
            {"uri": editor.project.folder.as_uri(), "name": "near"}])
        self.assertIn("3 units", editor.checked())

    def test_follow_files_that_others_change(self):
        project = self.project(database=False)
        editor = self.editor(project)
        editor.initialize()
        watched = editor.wait_for("client/registerCapability")["registrations"]
        self.assertEqual(watched[0]["method"], "workspace/didChangeWatchedFiles")
        shown = editor.wait_for("window/showMessage")
        self.assertEqual(shown["type"], 1)
        self.assertIn("compile_commands.json", shown["message"])
        project.write_database()
        editor.notify("workspace/didChangeWatchedFiles", {"changes": [
            {"uri": (project.folder / "compile_commands.json").as_uri(), "type": 1}]})
        self.assertIn("3 units", editor.checked())
        self.assertEqual(len(editor.diagnostics("stats.h")["diagnostics"]), 1)

    def test_tell_progress_and_end_it(self):
        editor = self.editor()
        editor.initialize()
        token = editor.wait_for("window/workDoneProgress/create")["token"]
        kinds = []
        while "end" not in kinds:
            params = editor.wait_for("$/progress")
            self.assertEqual(params["token"], token)
            kinds.append(params["value"]["kind"])
        self.assertEqual(kinds[0], "begin")
        self.assertIn("report", kinds)


class Hover(Session):
    def test_shows_layouts_and_users(self):
        editor = self.started()
        value = ""
        while not value:  # layouts come after diagnostics
            value = (editor.hover("stats.h", 3, 8) or {"contents": {"value": ""}})["contents"]["value"]
        self.assertTrue(value.startswith("`errors`: offset 8, 8 bytes; written by complain; read by complain\n"),
                        value)
        self.assertRegex(value, r"record `stats`: 16 bytes, aligned to 8, within a line of 64 bytes")
        self.assertRegex(value, r"\n +0 +8 +requests +long +serve")
        access = editor.hover("serve.c", 3, 12)
        self.assertIn("`requests`: offset 0", access["contents"]["value"])
        self.assertEqual(access["range"], span(3, 10, 3, 18))
        record = editor.hover("stats.h", 1, 9)["contents"]
        self.assertEqual(record["kind"], "markdown")
        self.assertTrue(record["value"].startswith("record `stats`"))
        self.assertIsNone(editor.hover("serve.c", 1, 0))
        editor.open("serve.c")
        editor.change("serve.c", (0, 0, 0, 0, "/* \N{MATHEMATICAL BOLD SMALL E} */\n"),
                      (4, 4, 4, 4, "/*\N{MATHEMATICAL BOLD SMALL E}*/ "))
        self.assertIsNone(editor.hover("serve.c", 4, 20), "the line was changed")

    def test_follows_a_text_that_the_editor_reads_again(self):
        editor = self.started()
        editor.open("serve.c")
        editor.project.write("serve.c", "\n" + editor.project.text("serve.c"))
        editor.change("serve.c", (0, 0, 8, 0, editor.project.text("serve.c")))
        editor.notify("workspace/didChangeWatchedFiles",
                      {"changes": [{"uri": editor.project.uri("serve.c"), "type": 2}]})
        editor.checked()
        found = None
        while not found:
            found = editor.hover("serve.c", 4, 12)
        self.assertIn("`requests`", found["contents"]["value"])

    def test_answers_by_the_check_before_until_the_next_has_ended(self):
        editor = self.started()
        editor.open("serve.c")
        while not editor.hover("serve.c", 3, 12):
            pass
        text = "\n" + editor.project.text("serve.c")
        editor.change("serve.c", (0, 0, 0, 0, "\n"))
        editor.save("serve.c", text)
        self.assertIn("`requests`", editor.hover("serve.c", 4, 12)["contents"]["value"])
        editor.checked()  # its layouts follow
        self.assertIn("`requests`", editor.hover("serve.c", 4, 12)["contents"]["value"])

    def test_counts_as_was_agreed_on(self):
        project = self.project()
        project.write("serve.c", project.text("serve.c").replace(
            "    stats.", "    /*\N{MATHEMATICAL BOLD SMALL E}*/ stats."))
        for encodings, width in [(["utf-16"], 2), (["utf-8", "utf-16"], 4)]:
            editor = self.editor(project)
            result = editor.initialize({"general": {"positionEncodings": encodings}})
            self.assertEqual(result["capabilities"]["positionEncoding"], encodings[0])
            editor.checked()
            found = None
            while not found:
                found = editor.hover("serve.c", 3, 4 + 2 + width + 3 + 6)
            begin = 4 + 2 + width + 3 + 6
            self.assertEqual(found["range"], span(3, begin, 3, begin + 8))
            self.assertEqual(found["contents"]["kind"], "plaintext")
            self.assertNotIn("`", found["contents"]["value"])

    def test_is_as_the_documentation_shows_it(self):
        editor = self.started(capabilities={})
        found = None
        while not found:
            found = editor.hover("stats.h", 3, 8)
        page = (FIXTURES.parent / "docs" / "editors.md").read_text()
        self.assertIn(f"```text\n{found['contents']['value']}```", page)

    def test_shows_what_a_recording_has(self):
        project = self.project()
        source = FIXTURES / "shard_stats" / "shard_stats.c"
        (project.folder / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(FIXTURES.parent), "file": str(source),
              "arguments": ["cc", "-O2", "-pthread", "-c", str(source)]}]))
        editor = self.editor(project, "--recording", FIXTURES / "shard_stats" / "perf.data", "-p",
                             project.folder)
        editor.initialize(rootUri=FIXTURES.parent.as_uri())
        params = editor.wait_for("textDocument/publishDiagnostics",
                                 lambda params: params["uri"] == source.as_uri())
        self.assertTrue(any("HITM" in one["message"] for one in params["diagnostics"]), params)
        line, text = next((number, text) for number, text in enumerate(source.read_text().splitlines())
                          if text.endswith(" requests;"))
        found = None
        while not found:
            found = editor.ask("textDocument/hover", {"textDocument": {"uri": source.as_uri()},
                                                      "position": client.place(line, text.index("requests"))})
        self.assertRegex(found["contents"]["value"],
                         r"recorded \(simulated\): \d+ loads, [\d,]+ stores, \d+\.\d% of all contended")
        (action,) = editor.ask("textDocument/codeAction", {
            "textDocument": {"uri": source.as_uri()}, "context": {},
            "range": params["diagnostics"][0]["range"]})
        (change,) = editor.ask("codeAction/resolve", action)["edit"]["documentChanges"]
        self.assertEqual(change["textDocument"], {"uri": source.as_uri(), "version": None})
        self.assertEqual([edit["newText"] for edit in change["edits"]], ["_Alignas(64) "])


    def test_finds_recorded_files_from_where_it_starts(self):
        project = self.project()
        start, source = pathlib.Path(project.held.name), FIXTURES / "shard_stats" / "shard_stats.c"
        (project.folder / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(FIXTURES.parent), "file": str(source),
              "arguments": ["cc", "-O2", "-pthread", "-c", str(source)]}]))
        recorded = start / "root/opt/demo"
        recorded.mkdir(parents=True)
        shutil.copy(FIXTURES / "shard_stats/perf.data", start)
        shutil.copy(FIXTURES / "shard_stats/shard_stats", recorded)
        line, text = next((number, text) for number, text in enumerate(source.read_text().splitlines())
                          if text.endswith(" requests;"))
        (start / "own.yaml").write_text("symfs: root\n")
        for options in [["--symfs", "root"], ["--config", "own.yaml"]]:
            with self.subTest(options):
                editor = self.editor(project, "--recording", "perf.data", "-p", project.folder,
                                     *options)
                editor.initialize(rootUri=FIXTURES.parent.as_uri())
                found = None
                while not found:
                    found = editor.ask("textDocument/hover", {
                        "textDocument": {"uri": source.as_uri()},
                        "position": client.place(line, text.index("requests"))})
                self.assertRegex(found["contents"]["value"], r"recorded \(simulated\): \d+ loads")


class Configuration(Session):
    """The project's .fsfind.yaml."""

    def saved(self, editor, file, text):
        file.write_text(text)
        editor.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})

    def of_file(self, editor, file):
        return editor.wait_for("textDocument/publishDiagnostics",
                               lambda params: params["uri"] == file.as_uri())["diagnostics"]

    def test_with_a_mistake_is_told_of_and_left_out(self):
        project = self.project()
        file = project.folder / ".fsfind.yaml"
        file.write_text("rules: [-fsfind-adjacent-*]\n# \N{MATHEMATICAL BOLD SMALL E}\nline-sizes: 4\n")
        editor = self.started(project)
        words = "the key 'line-sizes' is unknown; did you mean 'line-size'?"
        shown = editor.wait_for("window/showMessage")
        self.assertEqual((shown["type"], shown["message"]),
                         (1, f"fsfind: .fsfind.yaml:3:1: {words}"))
        (one,) = self.of_file(editor, file)
        self.assertEqual((one["range"], one["severity"], one["message"]),
                         (span(2, 0, 2, 13), 1, words))
        self.assertEqual(len(editor.diagnostics("stats.h")["diagnostics"]), 1, "by the defaults")
        self.saved(editor, file, "rules: [nonsense]\n")
        (one,) = self.of_file(editor, file)
        self.assertEqual(one["range"], span(0, 8, 0, 17))
        self.assertTrue(one["message"].startswith("rules: nonsense is no rule's name; "), one)
        self.saved(editor, file, "rules: [-fsfind-adjacent-*]\n")
        self.assertEqual(self.of_file(editor, file), [])
        self.assertEqual(editor.diagnostics("stats.h")["diagnostics"], [])
        self.assertEqual(editor.exit(), 0)

    def test_is_that_of_the_folder_that_the_editor_opens(self):
        project = self.project()
        start = pathlib.Path(project.held.name)  # of the server
        (start / ".fsfind.yaml").write_text("nonsense\n")
        (project.folder / ".git").mkdir()  # what is above does not count
        (project.folder / ".fsfind.yaml").write_text("suppressions: ci/none.list\n")
        editor = self.editor(project)
        registered = editor.initialize() and editor.wait_for("client/registerCapability")
        self.assertIn({"globPattern": "**/.fsfind.yaml"},
                      registered["registrations"][0]["registerOptions"]["watchers"])
        shown = editor.wait_for("window/showMessage")["message"]
        self.assertIn("fsfind: .fsfind.yaml:1:15: ci/none.list: cannot be read", shown)
        self.assertIn("1 finding", editor.checked())
        (project.folder / "ci").mkdir()
        (project.folder / "ci/none.list").write_text("fsfind-adjacent-* * *\n")
        self.saved(editor, project.folder / ".fsfind.yaml", "suppressions: ci/none.list\n")
        self.assertIn("0 findings", editor.checked())


    def test_that_names_what_cannot_be_used_is_left_out(self):
        project = self.project()
        file = project.folder / ".fsfind.yaml"
        (project.folder / "empty").mkdir()
        (project.folder / "wrong").write_text("nonsense x y\n")
        editor = self.started(project)
        editor.diagnostics("stats.h")
        for key, value, problem in (
                ("build", "nobuild", "nobuild: no such file or folder; check its spelling"),
                ("build", "empty", "empty/compile_commands.json: no such file; "),
                ("knowledge", "none.txt", "none.txt: cannot be read: "),
                ("knowledge", "wrong", "wrong:1: the kind 'nonsense' is unknown"),
                ("suppressions", "none.txt", "none.txt: cannot be read: "),
                ("suppressions", "wrong", "wrong:1: no rule is named nonsense"),
                ("baseline", "wrong", "wrong: is not whole JSON")):
            with self.subTest(key=key, value=value):
                self.saved(editor, file, f"rules: [-fsfind-adjacent-*]\n{key}: {value}\n")
                (one,) = self.of_file(editor, file)
                self.assertEqual(one["range"]["start"], client.place(1, len(key) + 2))
                self.assertTrue(one["message"].startswith(problem), one)
                shown = editor.wait_for("window/showMessage")["message"]
                self.assertTrue(shown.startswith(f"fsfind: .fsfind.yaml:2:{len(key) + 3}: {problem}"),
                                shown)
                self.assertIn("1 finding", editor.checked())
        self.saved(editor, file, "rules: [-fsfind-adjacent-*]\nbaseline: later.json\n")
        self.assertEqual(self.of_file(editor, file), [])
        self.assertIn("0 findings", editor.checked())

    def test_does_not_name_the_build_if_the_editor_does(self):
        project = self.project()
        (project.folder / ".fsfind.yaml").write_text("build: gone\n")
        editor = self.started(project, initializationOptions={"build": "."})
        self.assertEqual(len(editor.diagnostics("stats.h")["diagnostics"]), 1)
        self.assertFalse([one for one in editor.seen if one["method"] == "window/showMessage"])

    def test_shows_a_mistake_where_its_line_is(self):
        project = self.project()
        name = "../.fsfind.yaml"
        project.write(name, "jobs: 1\nline-size: 64\n")
        editor = self.started(project)
        editor.open(name)
        editor.change(name, (0, 0, 0, 0, "# a\n# b\n"))
        editor.change(name, (3, 0, 3, 0, "line-sizes: 4\n"))
        editor.save(name, "# a\n# b\njobs: 1\nline-sizes: 4\nline-size: 64\n")
        self.assertEqual(self.lines(editor, name), [3])
        editor.checked()
        (project.folder / "compile_commands.json").write_text("nonsense\n")  # so the check fails
        editor.change(name, (0, 0, 0, 0, "# c\n"))
        self.assertEqual(self.lines(editor, name), [4])
        editor.save(name, "# c\n# a\n# b\njobs: 1\nline-sizes: 4\nline-size: 64\n")
        editor.wait_for("window/showMessage", lambda params: "compile database" in params["message"])
        editor.change(name, (0, 0, 0, 0, "# d\n"))
        self.assertEqual(self.lines(editor, name), [5])
        editor.change(name, (5, 10, 5, 11, ""))
        self.assertEqual(self.lines(editor, name), [])

    def lines(self, editor, name):
        """Those of the diagnostics that are published next for the file."""
        return [one["range"]["start"]["line"] for one in editor.diagnostics(name)["diagnostics"]]


class Actions(Session):
    def test_give_edits_that_are_proved(self):
        editor = self.started()
        editor.open("stats.h")
        (action,) = editor.actions("stats.h", 3)
        self.assertEqual(action["kind"], "quickfix")
        self.assertEqual(action["diagnostics"][0]["code"], "fsfind-adjacent-thread-fields")
        self.assertNotIn("edit", action)
        self.assertEqual(editor.actions("stats.h", 2), [])
        self.assertEqual(editor.actions("stats.h", 3, only=["refactor"]), [])
        (change,) = editor.ask("codeAction/resolve", action)["edit"]["documentChanges"]
        self.assertEqual(change["textDocument"],
                         {"uri": editor.project.uri("stats.h"), "version": 1})
        self.assertEqual(change["edits"],
                         [{"range": span(3, 2, 3, 2), "newText": "_Alignas(64) "}])
        self.assertEqual(editor.project.text("stats.h"), client.HEADER, "nothing is written")

    def test_are_given_whole_to_editors_that_do_not_ask_again(self):
        editor = self.started(capabilities={})
        (action,) = editor.actions("stats.h", 3)
        self.assertEqual(list(action["edit"]["changes"]), [editor.project.uri("stats.h")])

    def test_are_proved_once_for_all_requests_until_files_change(self):
        editor = self.started(capabilities={"window": {"workDoneProgress": True}})
        editor.seen.clear()
        asked = [editor.start("textDocument/codeAction", {
            "textDocument": {"uri": editor.project.uri("stats.h")}, "range": span(3, 0, 3, 0),
            "context": {"diagnostics": []}}) for _ in range(20)]
        for number in asked:
            self.assertEqual(len(editor.answer(number)["result"]), 1)
        self.assertEqual(self.proofs(editor), 1)
        editor.save("main.c", client.MAIN)
        editor.checked()
        self.assertEqual(len(editor.actions("stats.h", 3)), 1)
        self.assertEqual(self.proofs(editor), 2)

    def proofs(self, editor):
        """How many have begun."""
        return sum(message.get("method") == "$/progress" and "proving" in
                   message["params"]["value"].get("title", "") for message in editor.seen)

    def test_are_not_offered_on_texts_that_are_not_saved(self):
        editor = self.started()
        editor.open("stats.h")
        editor.change("stats.h", (0, 0, 0, 0, "\n"))
        self.assertEqual(editor.actions("stats.h", 4), [])

    def test_are_not_offered_again_if_the_proof_fails(self):
        editor = self.started(self.project(options="-O2 -std=c11 -D_Alignas(x)=@"))
        (action,) = editor.actions("stats.h", 3)
        error = editor.error("codeAction/resolve", action)
        self.assertEqual(error["code"], -32803)
        self.assertIn("does not compile", error["message"])
        self.assertEqual(editor.actions("stats.h", 3), [])
        self.assertEqual(editor.error("codeAction/resolve", {"title": "other"})["code"], -32602)

    def test_can_be_cancelled(self):
        editor = self.started()
        (action,) = editor.actions("stats.h", 3)
        editor.send({"id": 71, "method": "codeAction/resolve", "params": action},
                    {"id": 72, "method": "codeAction/resolve", "params": action},
                    {"method": "$/cancelRequest", "params": {"id": 71}})
        self.assertEqual(editor.answer(71)["error"]["code"], -32800)
        self.assertIn("edit", editor.answer(72)["result"])


class Blocked(Session):
    """A unit includes a pipe that nobody writes to: reading it does not end."""

    def blocked(self):
        project = self.project()
        os.mkfifo(project.folder / "src" / "pipe.h")
        editor = self.started(project)
        editor.diagnostics("stats.h")
        while not editor.hover("stats.h", 3, 8):
            pass
        editor.open("main.c")
        editor.save("main.c", '#include "pipe.h"\n' + client.MAIN)
        self.worker()
        return editor

    def worker(self):
        """Waits until a worker runs, and returns its process."""
        found = []

        def runs():
            found[:] = [process for process, name in self.names().items() if name == "fsfind-facts"]
            return found
        client.wait_until(runs)
        return found[0]

    def names(self):
        names = {}
        for process in self.watched.processes():
            try:
                names[process] = pathlib.Path(f"/proc/{process}/comm").read_text().strip()
            except OSError:
                pass
        return names

    def project(self, **how):
        self.watched = super().project(**how)
        return self.watched

    def none_is_left(self):
        client.wait_until(lambda: not self.watched.processes())

    def test_a_check_leaves_the_server_free_and_newer_saves_stop_it(self):
        editor = self.blocked()
        self.assertTrue(editor.hover("stats.h", 3, 8))
        editor.save("main.c", client.MAIN)
        self.assertIn("1 finding", editor.checked())
        self.none_is_left()
        self.assertEqual(editor.exit(), 0)

    def test_workers_end_with_the_session(self):
        editor = self.blocked()
        self.assertEqual(editor.exit(), 0)
        self.none_is_left()

    def test_workers_end_if_the_server_is_killed(self):
        editor = self.blocked()
        editor.server.kill()
        self.none_is_left()

    def test_all_ends_if_the_editor_closes_the_stream(self):
        editor = self.blocked()
        editor.server.stdin.close()
        self.assertEqual(editor.ended(), 1)
        self.none_is_left()

    def test_all_ends_if_the_editor_dies(self):
        stands_in = subprocess.Popen(["sleep", "1000"])
        editor = self.editor(self.project())
        editor.initialize(processId=stands_in.pid)
        editor.checked()
        stands_in.send_signal(signal.SIGKILL)
        stands_in.wait()
        self.assertEqual(editor.ended(), 1)
        self.none_is_left()


unittest.main()
