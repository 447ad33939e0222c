"""A report as tables."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .documents import Report
from .documents.report import Access, Finding, Line
from .errors import Error

if TYPE_CHECKING:
    import pandas

Row = dict[str, object]
Rows = dict[str, list[Row]]

COLUMNS = {
    "findings": ("finding", "rule", "verdict", "sharing", "confidence", "object", "type",
                 "record", "record_size", "hitm", "share", "gain", "message", "file",
                 "line", "fingerprint"),
    "members": ("finding", "member", "offset", "size", "hitm", "readers", "writers", "file",
                "line"),
    "lines": ("address", "rank", "samples", "loads", "stores", "tot_hitm", "lcl_hitm", "rmt_hitm",
              "hitm_share", "latency_share", "sharing", "readers", "writers", "pid", "home"),
    "accesses": ("address", "offset", "size", "op", "count", "contended", "latency", "cost", "pid",
                 "tid", "comm", "cpu", "symbol", "function", "file", "line", "object", "type",
                 "member"),
}
"""The tables, and their columns. `finding` is the rank of a finding, `address` that of a
cacheline; a column that a report does not have is empty."""


def to_rows(report: Report) -> Rows:
    """The tables without pandas: lists of rows, which are dictionaries by column."""
    lines = report.lines or []
    return {
        "findings": [finding_row(finding) for finding in report.findings],
        "members": [row for finding in report.findings for row in member_rows(finding)],
        "lines": [line_row(line) for line in lines],
        "accesses": [access_row(line, access) for line in lines for access in line.accesses],
    }


def to_frames(report: Report) -> dict[str, pandas.DataFrame]:
    """The tables as pandas' frames: findings, members, lines, accesses."""
    try:
        import pandas
    except ImportError:
        raise Error("pandas", "is not installed",
                    "install it: pip install pandas; to_rows() does without") from None
    return {name: pandas.DataFrame(rows, columns=list(COLUMNS[name]))
            for name, rows in to_rows(report).items()}


def named(table: str, *values: object) -> Row:
    return dict(zip(COLUMNS[table], values, strict=True))


def finding_row(one: Finding) -> Row:
    record, cost = one.record, one.cost
    return named("findings", one.rank, one.rule, one.verdict, one.sharing, one.confidence,
                 one.object.name, one.object.type,
                 record.name if record else None, record.size if record else None, cost.hitm,
                 cost.share.value if cost.share else None, cost.gain.value if cost.gain else None,
                 one.message, one.location.file, one.location.line, one.fingerprint)


def member_rows(one: Finding) -> list[Row]:
    return [named("members", one.rank, member.path, member.offset, member.size, member.hitm,
                  member.readers, member.writers, member.file, member.line)
            for member in one.members]


def line_row(line: Line) -> Row:
    return named("lines", line.address, line.rank, line.samples, line.loads, line.stores,
                 line.tot_hitm, line.lcl_hitm, line.rmt_hitm, line.hitm_share, line.latency_share,
                 line.sharing, line.readers, line.writers, line.pid, line.home)


def access_row(line: Line, access: Access) -> Row:
    function: Any = access.frames[0].function if access.frames else access.symbol
    return named("accesses", line.address, access.offset, access.size, access.op, access.count,
                 access.contended, access.latency, access.cost, access.pid, access.tid,
                 access.comm, access.cpu, access.symbol, function, access.file, access.line,
                 access.object.name, access.object.type, access.member)
