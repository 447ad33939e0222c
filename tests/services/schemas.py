"""What services say of files for them: those in ci/, and the examples of docs/ci.md.

usage: schemas.py FSFIND
check-jsonschema has the schemas of GitHub and GitLab, pre-commit knows its own files.
"""
import re
import subprocess
import tempfile

import repository
from repository import ROOT

repository.need("check-jsonschema", "pre-commit")
YAML = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
SCHEMA = ["check-jsonschema", "--builtin-schema"]
ACTION, WORKFLOW, GITLAB = (
    [*SCHEMA, f"vendor.{name}"] for name in ("github-actions", "github-workflows", "gitlab-ci"))
# What a whole file of the documentation begins with, and who reads it.
READERS = {"on:": WORKFLOW, "include:": GITLAB, "repos:": ["pre-commit", "validate-config"]}


def accept(reader, file):
    done = subprocess.run([*reader, str(file)], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, f"{file}\n{done.stdout}"


accept(ACTION, ROOT / "ci/github/action.yml")
accept(GITLAB, ROOT / "ci/gitlab/fsfind.gitlab-ci.yml")
found = set()
for example in YAML.findall((ROOT / "docs/ci.md").read_text()):
    start = example.split(maxsplit=1)[0]
    if start in READERS:
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(example)
            file.flush()
            accept(READERS[start], file.name)
        found.add(start)
assert found == READERS.keys(), f"no example of {READERS.keys() - found}"
