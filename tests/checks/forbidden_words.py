"""No unfinished work is marked in the sources, and no file, recordings and binaries included, names
a directory of the machine it was made on."""
import re

import project

# Written apart, so that this file does not name them.
UNFINISHED = re.compile(rb"\b(?:TO" rb"DO|FIX" rb"ME|X" rb"XX|HA" rb"CK)\b")
DEVELOPER_PATH = re.compile(rb"(?<![\w.}-])/(?:ro" rb"ot|ho" rb"me|wo" rb"rk|Us" rb"ers)/[\w.-]+")
PROGRAMS_UNDER_STUDY = "fixtures"

problems = []
for path in project.files():
    content = (project.ROOT / path).read_bytes()
    patterns = [DEVELOPER_PATH]
    # Bytes of a compressed picture may be any letters.
    if path.parts[0] != PROGRAMS_UNDER_STUDY and b"\0" not in content:
        patterns.append(UNFINISHED)
    for pattern in patterns:
        for match in list(pattern.finditer(content))[:1]:
            line = content.count(b"\n", 0, match.start()) + 1
            problems.append(f"{path}:{line}: {match.group().decode(errors='replace')}")
project.finish(problems)
