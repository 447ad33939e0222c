"""What fsfind writes as JSON, as Python objects and tables.

    report = fsfind.read_as(fsfind.Report, "report.json")
    report = fsfind.report("perf.data")
    frames = fsfind.to_frames(report)

Classes and their fields have the names of the JSON, with `_` for `-`; docs/python.md shows more.
"""
from .documents import Diff, Machine, Placement, Proof, Report, WatchStep
from .errors import Error
from .frames import to_frames, to_rows
from .reading import SCHEMA, Document, read, read_as, read_watch
from .running import check, diff, machine, placement, report, run

__all__ = ["SCHEMA", "Diff", "Document", "Error", "Machine", "Placement", "Proof", "Report",
           "WatchStep", "check", "diff", "machine", "placement", "read", "read_as", "read_watch",
           "report", "run", "to_frames", "to_rows"]
