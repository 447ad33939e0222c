#!/usr/bin/env python3
"""Stands in for `fsfind-facts` beside a copy of fsfind: runs the real worker, and notes how.

FSFIND_TRIAL_WORKER is the real worker, FSFIND_TRIAL_NOTES the file to which a line is added before a
unit is read and one after. A unit without the second line took too long, and was killed."""

import json
import os
import resource
import subprocess
import sys

# Where the worker writes its facts (analyzer/worker/Messages.h).
FACTS_DESCRIPTOR = 3
# So much of what a worker says is kept: its sanitizer's first stack.
SAID = 20000


def note(**facts) -> None:
    line = json.dumps(facts) + "\n"
    place = os.open(os.environ["FSFIND_TRIAL_NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(place, line.encode())
    os.close(place)


def answer_in(output: bytes) -> dict:
    try:
        return json.loads(output)
    except ValueError:
        return {}


def main() -> None:
    request = sys.stdin.buffer.read()
    unit = json.loads(request)
    named = {key: unit[key] for key in ("directory", "file", "arguments")}
    note(begins=os.getpid(), **named)
    done = subprocess.run(
        [os.environ["FSFIND_TRIAL_WORKER"]],
        input=request,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(FACTS_DESCRIPTOR,),
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = answer_in(done.stdout)
    note(
        ends=os.getpid(),
        status=done.returncode,
        seconds=used.ru_utime + used.ru_stime,
        failure=answer.get("failure", ""),
        errors=answer.get("errors", 0),
        first_error=answer.get("first_error", ""),
        said=done.stderr.decode(errors="replace")[:SAID],
    )
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.flush()
    sys.stderr.buffer.write(done.stderr)
    sys.stderr.flush()
    if done.returncode < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.kill(os.getpid(), -done.returncode)
    sys.exit(done.returncode)


main()
