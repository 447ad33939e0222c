"""How fields of JSON are called in Python."""
from __future__ import annotations

import keyword


def attribute(key: str) -> str:
    """The attribute's name for a field of JSON: `load-l1` is `load_l1`, `class` is `class_`."""
    name = key.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name
