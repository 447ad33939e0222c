"""Writes the classes of fsfind.documents from the JSON schemas in docs/.

    classes_of_schemas.py           writes them
    classes_of_schemas.py --check   fails if they are not what the schemas say
"""
from __future__ import annotations

import json
import pathlib
import re
import runpy
import sys
import textwrap
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "fsfind" / "documents"
# Not imported: the package needs the classes that are made here.
attribute = runpy.run_path(str(PACKAGE.parent / "attributes.py"))["attribute"]
# The class of each schema's document.
DOCUMENTS = {"report": "Report", "diff": "Diff", "machine": "Machine", "placement": "Placement",
             "proof": "Proof", "watch": "WatchStep"}
# A "$comment" that says where another schema describes an object, and which field it lacks here.
OTHER = re.compile(r"(\w+)\.schema\.json#/\$defs/(\w+) but (\w+)")
SCALARS = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
WIDTH = 99

Schema = dict[str, Any]


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def singular(name: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("s", "")):
        if name.endswith(ending) and not name.endswith("ss"):
            return name.removesuffix(ending) + instead
    return name


class Module:
    """The classes of one schema, in the order in which they need each other."""

    def __init__(self, name: str, schema: Schema) -> None:
        self.name = name
        self.schema = schema
        self.defs: dict[str, Schema] = schema.get("$defs", {})
        self.classes: dict[str, str] = {}  # name -> text
        self.imports: set[str] = {"from ..decoding import Extra\n"}
        self.root = DOCUMENTS[name]
        self.taken = {self.root} | {camel(one) for one in self.defs}

    def text(self) -> str:
        self.add_class(self.root, self.schema)
        title = self.schema["title"]
        return (f'"""{title}. Made from docs/{self.name}.schema.json by python/classes_of_schemas.py; '
                'do not edit."""\n'
                "from __future__ import annotations\n\n"
                "from dataclasses import dataclass, field\n\n" + "".join(sorted(self.imports)) + "\n"
                + "\n".join(self.classes.values()))

    def add_class(self, name: str, schema: Schema) -> str:
        self.taken.add(name)
        fields = [self.field(name, key, value, key in self.required(schema))
                  for key, value in self.properties(schema).items()]
        doc = schema.get("description", "").replace("\\", "\\\\")
        lines = ["", "@dataclass(frozen=True, kw_only=True)", f"class {name}:"]
        if doc:
            lines += textwrap.wrap(f'"""{doc}"""', WIDTH, initial_indent="    ",
                                   subsequent_indent="    ")
        lines += [line for one in fields for line in one]
        lines += ["    extra: Extra = field(default_factory=dict, repr=False)", ""]
        self.classes[name] = "\n".join(lines)
        return name

    def add_copy(self, other: Module, of: str, without: str) -> str:
        """The class of another schema, without a field; the others are those of that schema."""
        other.text()
        name = camel(of)
        text = re.sub(rf"^    {without}: .*\n(?:    \"\"\"(?:.|\n)*?\"\"\"\n)?", "",
                      other.classes[name], flags=re.MULTILINE)
        text = re.sub(r"^(    \w+: .*?)\b((?!Extra|None|False)[A-Z]\w+)", rf"\1_{other.name}.\2", text,
                      flags=re.MULTILINE)
        self.imports.add(f"from . import {other.name} as _{other.name}\n")
        self.classes[name] = text
        return name

    def properties(self, schema: Schema) -> dict[str, Schema]:
        found: dict[str, Schema] = {}
        for part in self.parts(schema):
            found.update(part.get("properties", {}))
        return found

    def required(self, schema: Schema) -> set[str]:
        return {key for part in self.parts(schema) for key in part.get("required", [])}

    def parts(self, schema: Schema) -> list[Schema]:
        if "$ref" in schema:
            return self.parts(self.resolved(schema))
        return [schema] + [inner for part in schema.get("allOf", []) for inner in self.parts(part)]

    def resolved(self, schema: Schema) -> Schema:
        return self.defs[schema["$ref"].rsplit("/", 1)[1]]

    def field(self, owner: str, key: str, schema: Schema, required: bool) -> list[str]:
        kind = self.kind(owner, key, schema)
        if not required:
            kind = (kind if kind.endswith("| None") else f"{kind} | None") + " = None"
        lines = [f"    {attribute(key)}: {kind}"]
        if words := schema.get("enum"):
            told = "One of " + ", ".join(word for word in words if word) + "; later versions may add."
            doc = (schema.get("description", "") + " " + told).strip()
        else:
            doc = schema.get("description", "")
        if doc and not self.is_object(schema):
            lines += textwrap.wrap(f'"""{doc}"""', WIDTH, initial_indent="    ",
                                   subsequent_indent="    ")
        return lines

    def is_object(self, schema: Schema) -> bool:
        return schema.get("type") == "object" or "allOf" in schema

    def kind(self, owner: str, key: str, schema: Schema) -> str:
        if "$ref" in schema:
            target = self.resolved(schema)
            name = camel(schema["$ref"].rsplit("/", 1)[1])
            if not self.is_object(target):
                return self.kind(owner, key, target)
            return name if name in self.classes else self.add_class(name, target)
        for choice in ("anyOf", "oneOf"):
            if choice in schema and "properties" not in schema:
                (inner,) = (one for one in schema[choice] if one != {"type": "null"})
                return self.kind(owner, key, inner) + " | None"
        if "const" in schema:
            return type(schema["const"]).__name__
        if "enum" in schema:
            return "str" + (" | None" if None in schema["enum"] else "")
        if other := OTHER.fullmatch(schema.get("$comment", "")):
            return self.add_copy(schema_named(other[1]), other[2], other[3])
        if self.is_object(schema) and not self.properties(schema):
            return "Extra"
        if self.is_object(schema):
            return self.add_class(self.free_name(owner, key), schema)
        kind = schema["type"]
        if kind == "array":
            return f"list[{self.kind(owner, singular(key), schema.get('items', {}))}]"
        if isinstance(kind, list):
            (inner,) = (one for one in kind if one != "null")
            return self.kind(owner, key, {**schema, "type": inner}) + " | None"
        return SCALARS[kind]

    def free_name(self, owner: str, key: str) -> str:
        name = camel(key)
        return owner + name if name in self.taken else name


def schema_named(name: str) -> Module:
    return Module(name, json.loads((ROOT / "docs" / f"{name}.schema.json").read_text("utf-8")))


def modules() -> dict[pathlib.Path, str]:
    made = {}
    for name in DOCUMENTS:
        made[PACKAGE / f"{name}.py"] = schema_named(name).text()
    imports = "".join(f"from .{name} import {document} as {document}\n"
                      for name, document in sorted(DOCUMENTS.items()))
    made[PACKAGE / "__init__.py"] = (
        '"""The documents that fsfind writes, one module for each schema. Made by '
        'python/classes_of_schemas.py."""\n' + imports)
    return made


def main(arguments: list[str]) -> int:
    made = modules()
    if arguments == ["--check"]:
        stale = [path for path, text in made.items()
                 if not path.exists() or path.read_text(encoding="utf-8") != text]
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what the schemas say; run "
                  "python/classes_of_schemas.py")
        return 1 if stale else 0
    PACKAGE.mkdir(exist_ok=True)
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
