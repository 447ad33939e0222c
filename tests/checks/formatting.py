"""Every C and C++ source is as clang-format writes it; `./dev format` makes it so."""
import shutil
import subprocess
import sys

import project

CLANG_FORMAT = "clang-format-19"

if not shutil.which(CLANG_FORMAT):
    project.skip(f"no {CLANG_FORMAT}; its versions differ in what they write")
sys.exit(subprocess.run([CLANG_FORMAT, "--dry-run", "-Werror", *map(str, project.sources())],
                        cwd=project.ROOT).returncode)
