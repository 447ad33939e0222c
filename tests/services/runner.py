"""Runs a composite action of GitHub's as its runner does: steps in order, with environment, conditions,
outputs and the files that steps write to. Other actions are stood in for."""
import os
import pathlib
import shutil
import subprocess

import expressions

OUTPUT_FILES = ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_ENV")


class Cache:
    """What actions/cache/restore and actions/cache/save do, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)

    def restore(self, options):
        prefixes = [options["key"], *options.get("restore-keys", "").split()]
        for prefix in prefixes:
            for kept in sorted(self.folder.iterdir(), reverse=True):
                if kept.name.startswith(prefix):
                    shutil.copytree(kept, options["path"], dirs_exist_ok=True)
                    return {"cache-hit": str(kept.name == options["key"]).lower()}
        return {}

    def save(self, options):
        if pathlib.Path(options["path"]).is_dir():  # else GitHub warns
            shutil.copytree(options["path"], self.folder / options["key"])
        return {}


class Runner:
    """A job that uses the action once. `uses` has a function for each other action, by its name without
    the version: it takes the options, and gives outputs."""

    def __init__(self, action, definition, base, uses):
        self.action, self.definition, self.base, self.uses = action, definition, base, uses
        self.log, self.summary, self.failed, self.ran = "", "", False, []
        for folder in ("temp", "home"):
            shutil.rmtree(base / folder, ignore_errors=True)
            (base / folder).mkdir(parents=True)

    def run(self, inputs, github, environment):
        """Runs all steps; gives the action's outputs."""
        values = {name: one.get("default", "") for name, one in self.definition["inputs"].items()}
        unknown = inputs.keys() - values.keys()
        assert not unknown, unknown
        contexts = {"github": github, "steps": {},
                    "runner": {"os": "Linux", "arch": "X64", "temp": str(self.base / "temp")}}
        contexts["inputs"] = {name: expressions.filled(value, contexts)
                              for name, value in {**values, **inputs}.items()}
        environment = {**environment, "RUNNER_TEMP": str(self.base / "temp"), "CI": "true",
                       "HOME": str(self.base / "home"), "GITHUB_ACTION_PATH": str(self.action),
                       "GITHUB_WORKSPACE": github["workspace"], "GITHUB_REF": github["ref"],
                       "GITHUB_SHA": github["sha"], "GITHUB_REPOSITORY": github["repository"],
                       "GITHUB_API_URL": github["api_url"],
                       "GITHUB_GRAPHQL_URL": github["graphql_url"]}
        for step in self.definition["runs"]["steps"]:
            self.step(step, contexts, environment)
        return {name: expressions.filled(one["value"], contexts)
                for name, one in self.definition["outputs"].items()}

    def step(self, step, contexts, environment):
        contexts["functions"] = {"always": True, "cancelled": False, "failure": self.failed,
                                 "success": not self.failed}
        condition = str(step.get("if", "true"))
        wanted = condition == "true" or expressions.evaluate(condition, contexts)
        if not wanted or self.failed and not expressions.calls_status(condition):
            return
        self.ran.append(step["name"])
        fill = lambda texts: {name: expressions.filled(text, contexts)
                              for name, text in step.get(texts, {}).items()}
        if "uses" in step:
            outputs = self.uses[step["uses"].split("@")[0]](fill("with"))
        else:
            outputs = self.command(step, {**environment, **fill("env")}, environment)
        contexts["steps"].setdefault(step.get("id", step["name"]), {})["outputs"] = outputs

    def command(self, step, environment, later):
        """Runs a `run` step as `shell: bash` does. Folders that it adds to the path are in `later`."""
        files = {name: self.base / "temp" / name for name in OUTPUT_FILES}
        for name, path in files.items():
            path.write_text("")
            environment[name] = str(path)
        script = self.base / "temp" / "step.sh"
        script.write_text(expressions.filled(step["run"], {}))
        assert step["shell"] == "bash", step
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
                              cwd=environment["GITHUB_WORKSPACE"], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.log += done.stdout
        self.failed = self.failed or done.returncode != 0
        self.summary += files["GITHUB_STEP_SUMMARY"].read_text()
        for folder in files["GITHUB_PATH"].read_text().splitlines():
            later["PATH"] = folder + os.pathsep + later["PATH"]
        return dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
