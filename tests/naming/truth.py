"""What a program told of its memory, and whether a name for a piece of it is true."""
import dataclasses
import re

INTEGER_WORDS = re.compile(r"\b(?:(?:unsigned|signed|long|short|int|char)\s+)*"
                           r"(?:unsigned|signed|long|short|int|char)\b")
ALIASES = {"uint64_t": "unsigned long", "int64_t": "long", "size_t": "unsigned long",
           "uint32_t": "unsigned int", "int32_t": "int", "uint8_t": "unsigned char",
           "_Bool": "bool", "uint": "unsigned int"}


def _integer(words):
    """`long unsigned int` and `unsigned long` are one type."""
    words = words[0].split()
    sign = ["unsigned"] if "unsigned" in words else []
    if "char" in words:
        return "_".join([*(["signed"] if "signed" in words else sign), "char"])
    size = [word for word in words if word in ("long", "short")]
    return "_".join([*sign, *(size or ["int"])])


def plain_type(text):
    """A type without what spellings differ in: scopes, qualifiers, spaces, suffixes of numbers."""
    text = text.replace("(anonymous namespace)::", "").replace("{anonymous}::", "")
    text = re.sub(r"\b(?:struct|class|union|enum|const|volatile|_Atomic)\b", "", text)
    text = re.sub(r"(?:[\w$~]+|\([^()]*\)|\{[^{}]*\})::", "", text)
    text = re.sub(r"\b[a-z_]\w*\.(?=\w)", "", text)  # Go's packages
    for alias, name in ALIASES.items():
        text = re.sub(rf"\b{alias}\b", name, text)
    text = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", text)
    text = INTEGER_WORDS.sub(_integer, text)
    return re.sub(r"\s+", "", text)


def plain_name(text, keep_path=False):
    """A variable without its scopes; those of Go are packages."""
    text = text.rpartition("::")[2]
    return re.sub(r"^main\.", "", text) if keep_path else text.rpartition(".")[2]


def plain_path(text):
    """A member path without indices."""
    return re.sub(r"\[[^\]]*\]", "", text).strip(".")


def paths_of(member):
    """The member's paths. What one access covers is named together, without the begin that the
    paths have in common: `a.b/c` is a.b and a.c, `a.b.c/d.e` is a.b.c and a.d.e."""
    first, *others = plain_path(member).split("/")
    names = first.split(".")
    heads = [".".join(names[:count]) for count in range(len(names))]
    return {first} | {f"{head}.{other}".strip(".") for head in heads for other in others}


@dataclasses.dataclass(frozen=True)
class Piece:
    """Bytes that the program knows to be contended, under one of their names."""
    address: int
    size: int
    type: str
    path: str
    kind: str
    name: str   # of the variable; empty on the heap
    index: int  # of the element; -1 if it is none
    part: bool  # the name of a part of the object, not of the whole

    def __str__(self):
        index = f"[{self.index}]" if self.index >= 0 else ""
        path = f".{self.path}" if self.path else ""
        name = f"{self.name or 'a ' + self.type}{index}{path}"
        return f"{self.kind} {name}" + (f" ({self.type})" if self.name and self.type else "")

    def is_named_by(self, target, member):
        """`target` is an object of the report's JSON."""
        if plain_path(self.path) not in paths_of(member):
            return False
        if self.name and target["name"]:
            return plain_name(target["name"]) == self.name
        return bool(target["type"]) and plain_type(target["type"]) == plain_type(self.type)


class Truth:
    def __init__(self, text):
        self.by_byte = {}
        for line in text.splitlines():
            tag, address, size, kind_of, path, kind, name, index, rank = line.split("\t")
            if tag != "TRUTH":
                raise ValueError(f"not a line of truth: {line}")
            piece = Piece(int(address, 16), int(size), kind_of, path, kind, name, int(index),
                          rank == "part")
            for byte in range(piece.address, piece.address + piece.size):
                self.by_byte.setdefault(byte, []).append(piece)

    def at(self, address):
        return self.by_byte.get(address, [])

    def on_line(self, address, line_size):
        return {piece for byte in range(address, address + line_size) for piece in self.at(byte)}
