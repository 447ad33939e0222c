"""Neovim uses `fsfind lsp`: it shows a finding and a layout, applies the edit and saves.

usage: neovim_test.py FSFIND
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import client

SKIPPED = 77

if not shutil.which("nvim"):
    print("skipped: nvim is not installed")
    sys.exit(SKIPPED)

project = client.Project()
result = pathlib.Path(project.held.name) / "result.json"
home = {name: str(pathlib.Path(project.held.name) / name.lower())
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
subprocess.run(
    ["nvim", "--headless", "-u", "NONE", "-n", "-S",
     str(pathlib.Path(__file__).resolve().parent / "neovim.lua")],
    env={**os.environ, **home, "FSFIND": sys.argv[1], "PROJECT": str(project.folder),
         "RESULT": str(result)},
    stdin=subprocess.DEVNULL, timeout=client.PATIENCE * 2, check=True)
seen = json.loads(result.read_text())
assert "failed" not in seen, seen
assert seen["diagnostic"]["line"] == 3 and seen["diagnostic"]["from"] == 7, seen
assert seen["diagnostic"]["to"] == 13 and seen["diagnostic"]["severity"] == 2, seen
assert "'errors'" in seen["diagnostic"]["message"], seen
assert seen["hover"].startswith("`errors`: offset 8, 8 bytes; written by complain"), seen
assert len(seen["actions"]) == 1 and "fsfind" in seen["actions"][0], seen
assert project.text("stats.h") == client.HEADER.replace("long errors", "_Alignas(64) long errors"), \
    project.text("stats.h")
project.close()
