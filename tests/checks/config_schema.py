"""The schema of configuration files for editors is what fsfind writes, and both take the same files.

usage: config_schema.py FSFIND
For each key, values that the schema takes are taken by fsfind, and values that it refuses are refused;
so are the examples. Each command has an option for each key of its section, and each key a row in
docs/configuration.md.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import project

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"{missing.name} is not installed")
    sys.exit(77)

SCHEMA = project.ROOT / "docs/config.schema.json"
PAGE = project.ROOT / "docs/configuration.md"
FSFIND = str(pathlib.Path(sys.argv[1]).resolve())
# Texts that fsfind looks into: what stands for any text in the schema.
TEXTS = {"names": "ordinary work", "rules": "fsfind-*"}
ARGUMENTS = {"layout": ["Type"], "diff": ["a", "b"]}  # those that a command must have
WRONG = [{}, [], [[]], "", "\0x", None, 1.5, 2**40, -1, "&", ["", ""], {"a": 1}]


def fsfind(*arguments):
    return subprocess.run([FSFIND, "config", *arguments], capture_output=True, text=True)


def is_taken(document):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "file.yaml")
        file.write_text(document if isinstance(document, str) else yaml.safe_dump(document))
        ran = fsfind("--config", str(file))
        assert ran.returncode in (0, 2), ran.stderr
        return ran.returncode == 0


def values(key, schema):
    """Some that the schema takes."""
    if "oneOf" in schema:
        one = values(key, schema["oneOf"][0])
        return [*one, one, [*one, *one]]
    if "enum" in schema:
        return schema["enum"]
    if schema.get("type") == "boolean":
        return [True, False]
    if schema.get("type") == "integer":
        return [schema["minimum"], schema["maximum"]]
    if key == "fail-on":
        return ["none", "any", "high", "false:high", "first-touch:medium,any:low,true:any", "confirmed"]
    return [TEXTS.get(key, "symfs")]


problems = []
text = fsfind("--schema").stdout
if text != SCHEMA.read_text():
    problems.append(f"{SCHEMA.name} is out of date; fsfind config --schema > docs/config.schema.json")
schema = json.loads(text)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
keys = schema["$defs"]
sections = set(schema["properties"]) - set(keys)

for section in sorted(sections):
    dump = fsfind("--no-config", "--dump", "--", section, *ARGUMENTS.get(section, [])).stdout
    options = set(re.findall(r"^(?:# )?([a-z-]+):", dump, re.MULTILINE))
    if options != (expected := set(schema["properties"][section]["properties"])):
        problems.append(f"{section} has options for {sorted(options)}, but keys {sorted(expected)}")

rows = set(re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(), re.MULTILINE))
problems += [f"{PAGE.name}: no row for {key}" for key in set(keys) - rows]
problems += [f"{PAGE.name}: {row} is no key" for row in rows - set(keys)]

good = [{key: value} for key in keys for value in values(key, keys[key])
        if value != "confirmed"]  # of report alone, which only fsfind knows
good += [{section: {key: values(key, keys[key])[0] for key in schema["properties"][section]["properties"]}}
         for section in sorted(sections)]
good += [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(), re.M | re.S)]
good += [yaml.safe_load((project.ROOT / "contrib/fsfind.yaml").read_text())]
bad = [{key: value} for key in keys for value in (WRONG if key == "line-size" else WRONG[:4])]
bad += [{"line-sise": 64}, {"check": 1}, {"check": {"report": {}}}, {"layout": {"rules": "a"}}, {"inherit": "yes"},
        {"fail-on": "often"}, {"fail-on": "false"}, {"fail-on": "none,high"}, {"fail-on": "high,"},
        {"fail-on": "both:high"}, {"fail-on": "high, low"}, {"jobs": 1025}, {"unit-memory": 1}, [1]]
for document in good:
    if not validator.is_valid(document) or not is_taken(document):
        problems.append(f"not taken by both: {document}")
for document in bad:
    if validator.is_valid(document) or is_taken(document):
        problems.append(f"not refused by both: {document}")
project.finish(problems)
