"""What is built loads libraries from no folder that a stranger may write to.

An empty or relative entry in a program's search path (DT_RPATH, DT_RUNPATH) is the folder that it is
started in: fsfind is started in strangers' checkouts.
"""
import pathlib
import re
import subprocess
import sys

import project

ENTRY = re.compile(r"\((?:RPATH|RUNPATH)\)[^\[]*\[([^\]]*)\]")
build = pathlib.Path(sys.argv[1])
programs = [build / "fsfind", build / "fsfind-facts", *sorted(build.glob("**/*.so"))]

problems = []
for program in programs:
    told = subprocess.run(["readelf", "-dW", program], capture_output=True, text=True, check=True).stdout
    for path in ENTRY.findall(told):
        problems += [f"{program}: looks for libraries in '{entry}' ({path})"
                     for entry in path.split(":") if not entry.startswith(("/", "$ORIGIN"))]
project.finish(problems)
