"""Holds a report on a program to what the program told."""
import dataclasses

import truth

TRUE, PART, WRONG, UNNAMED = "true", "part", "wrong", "unnamed"


@dataclasses.dataclass
class Sites:
    """Samples of one instruction that one thing is true of and one thing was said of."""
    access: dict
    truth: str
    said: str
    verdict: str
    count: int = 0


@dataclasses.dataclass
class Score:
    """Samples on contended lines."""
    told: int = 0      # where the program told what lies there
    untold: int = 0    # elsewhere: the runtime's and the C library's memory
    verdicts: dict = dataclasses.field(default_factory=lambda: dict.fromkeys(
        (TRUE, PART, WRONG, UNNAMED), 0))
    sure_and_wrong: int = 0  # of the wrong: said with high confidence
    wrong_index: int = 0     # of the true: another element
    false_findings: list = dataclasses.field(default_factory=list)
    sites: dict = dataclasses.field(default_factory=dict)
    untold_places: dict = dataclasses.field(default_factory=dict)

    def share(self, *verdicts):
        return sum(self.verdicts[verdict] for verdict in verdicts) / self.told if self.told else 0.0

    def named(self):
        return self.share(TRUE, PART, WRONG)

    def add(self, other):
        self.told += other.told
        self.untold += other.untold
        for verdict, count in other.verdicts.items():
            self.verdicts[verdict] += count
        self.sure_and_wrong += other.sure_and_wrong
        self.wrong_index += other.wrong_index
        self.false_findings += other.false_findings

    def summary(self):
        return {"told": self.told, "untold": self.untold, **self.verdicts,
                "sure_and_wrong": self.sure_and_wrong, "wrong_index": self.wrong_index,
                "false_findings": self.false_findings}


def said_of(access):
    thing = access["object"]
    if access["evidence"] == "none" or not (thing["name"] or thing["type"]):
        return "nothing"
    name = thing["name"] or f"a {thing['type']}"
    if thing["index"] is not None:
        name += f"[{thing['index']}]"
    member = access["member"]
    name += member if member.startswith("[") or not member else "." + member
    type_of = f" ({thing['type']})" if thing["name"] and thing["type"] else ""
    return f"{thing['kind']} {name}{type_of}, {access['evidence']}"


def verdict_of(access, pieces):
    if said_of(access) == "nothing":
        return UNNAMED
    fitting = [piece for piece in pieces if piece.is_named_by(access["object"], access["member"])]
    if not fitting:
        return WRONG
    return PART if all(piece.part for piece in fitting) else TRUE


def other_element(access, pieces):
    """Whether it names an element, and not the true one."""
    said = access["object"]["index"]
    known = {piece.index for piece in pieces if piece.index >= 0 and not piece.part}
    return said is not None and bool(known) and said not in known


def is_of_type(piece, path):
    """Whether a path that begins with a type, as `Queue.head` or `slots[3].used`, is the piece."""
    head = truth.plain_path(path).removesuffix(truth.plain_path(piece.path))
    return bool(piece.type) and head != truth.plain_path(path) and \
        truth.plain_type(head.removesuffix(".")) == truth.plain_type(piece.type)


def is_on(pieces, thing, path):
    """Whether what a finding says lies there: a member path in its object, the object itself by its
    variable or the pointer that leads to it, or, among neighbours, a variable or a type with or
    without a path in it."""
    itself = path == (thing["name"] or thing.get("holder"))
    for piece in pieces:
        if piece.is_named_by(thing, path) or itself and piece.is_named_by(thing, ""):
            return True
        if piece.name and truth.plain_path(truth.plain_name(path, keep_path=True)) == \
                truth.plain_path(f"{piece.name}.{piece.path}"):
            return True
        if is_of_type(piece, path):
            return True
    return False


def speaks_of(finding, access):
    thing = finding["object"]
    return (thing["name"], thing["type"]) == (access["object"]["name"], access["object"]["type"])


def is_sure(access, line, findings):
    """Whether a reader would take the name for certain."""
    if "confidence" in access:
        return access["confidence"] == "high"
    return access["evidence"] == "static-data" or any(
        line["address"] in finding["lines"] and speaks_of(finding, access) for finding in findings)


def untold_names(report, finding, told):
    """What is said to lie on the finding's lines where the program told nothing: members of
    variables, and of objects of a type."""
    return {truth.plain_path(f"{name}.{path}")
            for line in report["lines"] if line["address"] in finding["lines"]
            for access in line["accesses"]
            if not told.at(int(line["address"], 16) + access["offset"])
            for name in (access["object"]["name"], access["object"]["type"])
            for path in truth.paths_of(access["member"])}


def false_findings(report, told):
    """Findings of high confidence that name what is not on their lines."""
    for finding in report["findings"]:
        if finding["confidence"] != "high":
            continue
        pieces = set().union(*(told.on_line(int(line, 16), report["source"]["line_size"])
                               for line in finding["lines"]))
        thing, untold = finding["object"], untold_names(report, finding, told)
        for path in (member["path"] for member in finding["members"] if pieces):
            if not path.startswith("bytes ") and not is_on(pieces, thing, path) and \
                    truth.plain_path(path) not in untold:
                yield f"{path} of {thing['name'] or thing['type']}: {finding['message']}"


def score(report, told):
    result = Score()
    sure = [finding for finding in report["findings"] if finding["confidence"] == "high"]
    for line in report["lines"]:
        for access in line["accesses"]:
            count = access["count"]
            pieces = told.at(int(line["address"], 16) + access["offset"])
            if not pieces:
                result.untold += count
                place = (access["symbol"] or access["module"], said_of(access))
                result.untold_places[place] = result.untold_places.get(place, 0) + count
                continue
            verdict = verdict_of(access, pieces)
            result.told += count
            result.verdicts[verdict] += count
            result.sure_and_wrong += count * (verdict == WRONG and is_sure(access, line, sure))
            result.wrong_index += count * (verdict == TRUE and other_element(access, pieces))
            key = (access["ip"], access["op"], str(pieces[0]), said_of(access))
            site = result.sites.setdefault(key, Sites(access, str(pieces[0]), said_of(access),
                                                      verdict))
            site.count += count
    result.false_findings = list(false_findings(report, told))
    return result
