"""The documents that fsfind writes, one module for each schema. Made by python/classes_of_schemas.py."""
from .diff import Diff as Diff
from .machine import Machine as Machine
from .placement import Placement as Placement
from .proof import Proof as Proof
from .report import Report as Report
from .watch import WatchStep as WatchStep
