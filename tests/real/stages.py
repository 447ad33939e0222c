"""The steps from a manifest to reports. Each leaves its result in the program's folder of the cache
and is skipped where that is already there."""

import dataclasses
import os
import pathlib
import shlex
import shutil
import signal
import socket
import subprocess
import time

import fetch
from manifest import HERE, Program

# How long a server may take until it listens, under simulation.
START_SECONDS = 60
# How long a build or the writing of a recording's end may take.
BUILD_SECONDS = 1500
END_SECONDS = 120


class StageError(Exception):
    """A step that failed, with what it said last."""


@dataclasses.dataclass(frozen=True)
class Place:
    """The files of one program in the cache."""

    folder: pathlib.Path

    @property
    def source(self) -> pathlib.Path:
        return self.folder / "source"

    @property
    def version(self) -> str:
        return (self.folder / "version").read_text().strip()

    def file(self, name: str) -> pathlib.Path:
        return self.folder / name

    def done(self, stage: str) -> bool:
        return self.file(f"{stage}.done").exists()

    def set_done(self, stage: str) -> None:
        self.file(f"{stage}.done").touch()


def environment(program: Program) -> dict[str, str]:
    """What builds and runs see: debug info in every language at the usual optimisation."""
    return {
        **os.environ,
        "REAL": str(HERE),
        "CFLAGS": "-g -O2",
        "CXXFLAGS": "-g -O2",
        "CARGO_PROFILE_RELEASE_DEBUG": "2",
        "CARGO_PROFILE_RELEASE_STRIP": "none",
        **program.run.environment,
    }


def tail(path: pathlib.Path) -> str:
    return path.read_text(errors="replace")[-600:]


def get(program: Program, place: Place, cache: pathlib.Path) -> None:
    if place.done("get"):
        return
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir(parents=True)
    version = fetch.fetch(program.source, cache, place.source)
    place.file("version").write_text(version + "\n")
    place.set_done("get")


def build(program: Program, place: Place) -> None:
    if place.done("build"):
        return
    log = place.file("build.log")
    with log.open("w") as output:
        try:
            done = subprocess.run(
                ["sh", "-e", "-c", program.build],
                cwd=place.source,
                env=environment(program),
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=BUILD_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise StageError(f"takes too long to build, see {log}") from None
    if done.returncode != 0:
        raise StageError(f"cannot be built, see {log}: {tail(log)}")
    place.set_done("build")


def wait_for_port(port: int, recorder: subprocess.Popen) -> None:
    """Until the server listens."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and recorder.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise StageError(f"does not listen on port {port}")


def make_load(program: Program, place: Place, recorder: subprocess.Popen) -> None:
    """What clients ask of a server; ends the recording after it."""
    try:
        wait_for_port(program.run.port, recorder)
        with place.file("load.log").open("w") as log:
            subprocess.run(
                ["sh", "-e", "-c", program.run.load],
                cwd=place.source,
                env=environment(program),
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=program.run.seconds,
            )
    except subprocess.TimeoutExpired:
        pass  # what was recorded until then serves
    finally:
        recorder.send_signal(signal.SIGINT)


def record(program: Program, place: Place, fsfind: str) -> None:
    if place.done("record"):
        return
    recording = place.file("recording.data")
    command = [fsfind, "record", "--engine=simulate", "--cpus=8", "-o", str(recording)]
    command += ["--duration", str(program.run.seconds + (START_SECONDS if program.run.load else 0))]
    started = time.monotonic()
    log = place.file("record.log")
    with log.open("w") as output:
        output.write(shlex.join(command + program.run.command) + "\n")
        output.flush()
        recorder = subprocess.Popen(
            command + ["--"] + program.run.command,
            cwd=place.source,
            env=environment(program),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            if program.run.load:
                make_load(program, place, recorder)
            recorder.wait(program.run.seconds + START_SECONDS + END_SECONDS)
        except subprocess.TimeoutExpired:
            raise StageError(f"the recording does not end, see {log}") from None
        finally:
            if recorder.poll() is None:
                os.killpg(recorder.pid, signal.SIGKILL)
    if not recording.exists():
        raise StageError(f"cannot be recorded, see {log}: {tail(log)}")
    place.file("seconds").write_text(f"{time.monotonic() - started:.0f}\n")
    place.set_done("record")


def write_report(command: list[str], path: pathlib.Path, folder: pathlib.Path) -> None:
    log = path.with_name(path.name + ".log")
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("w") as output, log.open("w") as errors:
        done = subprocess.run(command, cwd=folder, stdout=output, stderr=errors)
    if done.returncode != 0:
        raise StageError(f"{shlex.join(command)}: {tail(log)}")
    unfinished.rename(path)


# The report for people, what it claims as JSON, and names over all lines, not over those alone that
# cost enough to be shown.
REPORTS = {
    "report.txt": [],
    "report.json": ["--format=json"],
    "everything.json": ["--format=json", "--show-all"],
}


def report(place: Place, fsfind: str) -> None:
    """Anew if fsfind or the recording is newer: reports are what a change of fsfind changes."""
    recording = place.file("recording.data")
    newest = max(os.stat(fsfind).st_mtime, recording.stat().st_mtime)
    for name, options in REPORTS.items():
        path = place.file(name)
        if path.exists() and path.stat().st_mtime > newest:
            continue
        command = [fsfind, "report", "--color=never", str(recording), *options]
        write_report(command, path, place.source)
