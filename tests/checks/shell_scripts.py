"""shellcheck has nothing to say about the shell scripts."""
import shutil
import subprocess
import sys

import project


def is_shell_script(path):
    with open(project.ROOT / path, "rb") as file:
        return file.readline().rstrip() in (b"#!/bin/sh", b"#!/bin/bash", b"#!/usr/bin/env bash",
                                           b"# shellcheck shell=bash")


if not shutil.which("shellcheck"):
    project.skip("no shellcheck")
scripts = [str(path) for path in project.files() if is_shell_script(path)]
sys.exit(subprocess.run(["shellcheck", "--external-sources", "--source-path=SCRIPTDIR", *scripts],
                        cwd=project.ROOT).returncode)
