"""Ways in which units are read: by `fsfind check` with the worker that users have or the sanitized
one, by clang-tidy with the plugin, by clang alone."""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent

# A unit that takes more processor time hangs. Elapsed time is bounded more generously, since other
# programs run beside; sanitizers take time of their own.
HANG_SECONDS = 60
PATIENCE_SECONDS = 300
SANITIZED_PATIENCE_SECONDS = 900

SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
}

# What clang leaks while it parses is nothing that fsfind can mend, and fsfind has no part in that. To
# tell needs whole stacks, which take long: so only units that leak are read with them.
WHOLE_STACKS = ":fast_unwind_on_malloc=0"
LEAKS_OF_CLANG = "leak:clang::Sema::\nleak:clang::Parser::\nleak:clang::Preprocessor::\n"


# Stands for a file in the outcome of a whole project.
ALL = "(all units)"


@dataclasses.dataclass(frozen=True)
class Tools:
    fsfind: pathlib.Path
    worker: pathlib.Path
    sanitized_worker: pathlib.Path
    plugin: pathlib.Path
    clang: str
    clang_tidy: str
    jobs: int


@dataclasses.dataclass
class Outcome:
    """How the reading of one unit ended."""

    unit: dict
    status: int | None = None  # of the process, negative for a signal; None: took too long
    seconds: float = 0.0  # of processor time
    errors: int = 0
    first_error: str = ""
    failure: str = ""  # why there are no facts
    said: str = ""

    @property
    def symptom(self) -> str:
        """What is wrong; empty if nothing is."""
        if self.status is None:
            return "hang"
        if found := re.search(r"ERROR: (\w+Sanitizer): ([\w-]+(?: [\w-]+){0,2})", self.said):
            return f"{found[1]}: {found[2].split(' on ')[0]}"
        if found := re.search(r"runtime error: (.*)", self.said):
            return f"UndefinedBehaviorSanitizer: {found[1]}"
        if self.status < 0:
            return f"crash ({signal.Signals(-self.status).name})"
        return f"exit code {self.status}" if self.status else ""

    @property
    def top(self) -> str:
        """The first function of fsfind's on the stack, else the first; empty if there is none."""
        frames = re.findall(r"#\d+ 0x[0-9a-f]+ (?:in )?(.+?)(?: \(BuildId.*)?$", self.said, re.M)
        return next((one for one in frames if "fsfind::" in one), frames[0] if frames else "")[:200]


def write_database(units: list[dict], folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(units, indent=1))
    return folder


def stand_in(tools: Tools, folder: pathlib.Path) -> pathlib.Path:
    """fsfind with measured_worker.py in its worker's place, started in the quickest way."""
    shutil.copyfile(tools.fsfind, folder / "fsfind")
    worker = (HERE / "measured_worker.py").read_text().split("\n", 1)[1]
    (folder / "fsfind-facts").write_text(f"#!{sys.executable} -IS\n{worker}")
    for name in ("fsfind", "fsfind-facts"):
        (folder / name).chmod(0o755)
    return folder / "fsfind"


def read_notes(path: pathlib.Path) -> list[Outcome]:
    begun: dict[int, Outcome] = {}
    outcomes = []
    for line in path.read_text().splitlines() if path.exists() else []:
        told = json.loads(line)
        if "begins" in told:
            begun[told.pop("begins")] = Outcome(told)
            outcomes.append(begun[next(reversed(begun))])
        else:
            outcome = begun.pop(told.pop("ends"))
            for key, value in told.items():
                setattr(outcome, key, value)
    return outcomes


def check(
    units: list[dict], worker: pathlib.Path, tools: Tools, folder: pathlib.Path, **environment: str
) -> list[Outcome]:
    """Reads units by `fsfind check`; its own end is an outcome as well if it is a bad one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program = stand_in(tools, folder)
    notes = folder / "notes"
    patience = PATIENCE_SECONDS if worker == tools.worker else SANITIZED_PATIENCE_SECONDS
    command = [program, "check", "-v", "--no-cache", "-p", write_database(units, folder)]
    command += ["--min-confidence=low", "--format=json", "-o", folder / "report.json"]
    command += ["--jobs", tools.jobs, "--unit-timeout", patience]
    environment |= {"FSFIND_TRIAL_WORKER": str(worker), "FSFIND_TRIAL_NOTES": str(notes)}
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    (folder / "said").write_text(done.stderr)
    outcomes = read_notes(notes)
    for outcome in outcomes:
        if worker == tools.worker and outcome.seconds > HANG_SECONDS:
            outcome.status = None
    if done.returncode != 0:
        whole = {"directory": str(folder), "file": ALL, "arguments": [str(word) for word in command]}
        outcomes.append(Outcome(whole, done.returncode, said=done.stderr[-2000:]))
    return outcomes


def sanitized(units: list[dict], tools: Tools, folder: pathlib.Path) -> list[Outcome]:
    """Reads units under sanitizers."""
    outcomes = check(units, tools.sanitized_worker, tools, folder / "first", **SANITIZER_OPTIONS)
    leaking = [one.unit for one in outcomes if one.symptom.startswith("LeakSanitizer")]
    if not leaking:
        return outcomes
    suppressions = folder / "leaks-of-clang"
    suppressions.write_text(LEAKS_OF_CLANG)
    options = dict(SANITIZER_OPTIONS, LSAN_OPTIONS=f"suppressions={suppressions}")
    options["ASAN_OPTIONS"] += WHOLE_STACKS
    again = check(leaking, tools.sanitized_worker, tools, folder / "whole-stacks", **options)
    return [one for one in outcomes if one.unit not in leaking] + again


def run(command: list[str], unit: dict) -> Outcome:
    """Runs a program in the unit's folder, and measures it."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command,
            cwd=unit["directory"],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
        )
        late = threading.Event()
        timer = threading.Timer(PATIENCE_SECONDS, lambda: (late.set(), process.kill()))
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
        said.seek(0)
        text = said.read().decode(errors="replace")
    seconds = used.ru_utime + used.ru_stime
    hangs = late.is_set() or seconds > HANG_SECONDS
    return Outcome(unit, None if hangs else process.returncode, seconds, said=text)


def clang(unit: dict, tools: Tools) -> Outcome:
    """The unit in clang alone. An exit code of 1 is usual for sources with errors, and is dropped."""
    kept = [tools.clang, "-fsyntax-only", "-w", "-Qunused-arguments"]
    if re.search(r"\+\+(-\d+)?$", unit["arguments"][0]):
        kept.append("--driver-mode=g++")
    words = iter(unit["arguments"][1:])
    for word in words:
        if word in ("-o", "-MF", "-MT", "-MQ"):
            next(words, None)
        elif word not in ("-c", "-MD", "-MMD", "-MP", "-M", "-MM"):
            kept.append(word)
    outcome = run(kept, unit)
    if match := re.search(r"^clang.*: (?:fatal )?error: (.*)", outcome.said, re.MULTILINE):
        outcome.failure = match[1]
    if outcome.status == 1:
        outcome.status = 0
    return outcome


def tidy(units: list[dict], tools: Tools, folder: pathlib.Path) -> list[Outcome]:
    """Units in clang-tidy with the plugin. An exit code is one of clang-tidy's for errors in sources."""

    def one(at: int) -> Outcome:
        database = write_database([units[at]], folder / str(at))
        command = [tools.clang_tidy, f"--load={tools.plugin}", "--checks=-*,fsfind-*", "--quiet"]
        outcome = run([*command, "-p", str(database), units[at]["file"]], units[at])
        shutil.rmtree(database)
        if outcome.status == 1 and "Stack dump" not in outcome.said:
            outcome.status = 0
        return outcome

    with concurrent.futures.ThreadPoolExecutor(tools.jobs) as pool:
        return list(pool.map(one, range(len(units))))
