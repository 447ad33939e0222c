#!/usr/bin/env python3
"""Holds a JSON document to a JSON Schema: validate_schema.py SCHEMA DOCUMENT

Stricter than the schema itself, which lets fields be added: here a field that the schema does not
name is an error, so that none is added without a word in it. Exit code 77: cannot run.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def closed(schema, name=""):
    """The schema without room for unnamed fields ("shared" extends the counters)."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(part, key) for key, part in schema.items()}
    if result.get("additionalProperties") is True and name != "counters":
        result["additionalProperties"] = False
    return result


def reject_constant(name):
    raise ValueError(f"{name} is not JSON")


def main(schema_path, document_path):
    with open(schema_path, encoding="utf-8") as file:
        schema = closed(json.load(file))
    with open(document_path, encoding="utf-8") as file:
        document = json.load(file, parse_constant=reject_constant)
    jsonschema.Draft202012Validator.check_schema(schema)
    problems = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
    for problem in problems[:20]:
        print(f"{problem.json_path}: {problem.message[:300]}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
