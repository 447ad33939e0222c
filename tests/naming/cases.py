"""The programs, the ways to compile them, and the folder in which what was made is kept."""
import dataclasses
import functools
import hashlib
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAMS = HERE / "programs"
INCLUDE = ["-I", str(ROOT)]
C = ["-std=gnu17", "-g", "-pthread", *INCLUDE]
CPP = ["-std=c++20", "-g", "-pthread", *INCLUDE]
RUST = ["--edition=2021", "-g"]
NEEDS_OPENMP = {"c_openmp"}

# language -> short name of a compiler -> (its programs by preference, options)
COMPILERS = {
    "c": {"gcc": (("gcc",), C), "clang": (("clang", "clang-19"), C),
          "aarch64-gcc": (("aarch64-linux-gnu-gcc",), C)},
    "cpp": {"gcc": (("g++",), CPP), "clang": (("clang++", "clang++-19"), CPP)},
    "rust": {"rustc": (("rustc",), RUST)},
    "go": {"go": (("go",), [])},
}
SUFFIXES = {".c": "c", ".cpp": "cpp", ".rs": "rust", ".go": "go"}
LEVELS = {
    "c": {"O0": ["-O0"], "O2": ["-O2"], "O3": ["-O3"]},
    "rust": {"O0": ["-Copt-level=0"], "O2": ["-Copt-level=2"], "O3": ["-Copt-level=3"]},
    "go": {"O0": ["-gcflags=-N -l"], "O2": []},
}
LEVELS["cpp"] = LEVELS["c"]
# Other ways real builds go, tried with some programs only.
VARIANTS = {
    "O2-lto": ["-O2", "-flto"],
    "O2-fp": ["-O2", "-fno-omit-frame-pointer"],
    "O2-nopie": ["-O2", "-fno-pie", "-no-pie"],
    "O2-dwarf4": ["-O2", "-gdwarf-4"],
    "O2-stripped": ["-O2"],
    "O2-split": ["-O2", "-gsplit-dwarf"],
    "O2-dwz": ["-O2"],
    "O2-libc++": ["-O2", "-stdlib=libc++"],
    "O1": ["-O1"],
    "Os": ["-Os"],
}
VARIED = ["c_table", "c_ring", "c_stack", "cpp_vector", "cpp_ring", "cpp_inherit", "cpp_lambda"]


@dataclasses.dataclass(frozen=True)
class Case:
    """One program compiled in one way."""
    program: str
    language: str
    compiler: str  # short name
    level: str
    command: tuple  # compiler and options

    def __str__(self):
        return f"{self.program}/{self.compiler}/{self.level}"

    def sources(self):
        """Those to compile; the second file of a program is NAME.2.c."""
        suffix = {language: suffix for suffix, language in SUFFIXES.items()}[self.language]
        own = [PROGRAMS / f"{self.program}{part}{suffix}" for part in ("", ".2")]
        own = [path for path in own if path.exists()]
        return own + {"go": [PROGRAMS / "support.go"]}.get(self.language, [])


def installed(names):
    return next(filter(shutil.which, names), None)


def languages():
    """program -> language"""
    return {path.stem: SUFFIXES[path.suffix] for path in sorted(PROGRAMS.iterdir())
            if path.suffix in SUFFIXES and not path.stem.endswith(".2") and path.stem != "support"}


def usable(program, compiler):
    """Whether the compiler has what the program needs besides itself."""
    return program not in NEEDS_OPENMP or compiler == "gcc"


@functools.cache
def has_libcpp(compiler):
    return subprocess.run([compiler, "-stdlib=libc++", "-x", "c++", "-include", "vector",
                           "-fsyntax-only", "/dev/null"], capture_output=True).returncode == 0


def can_build(language, compiler, level):
    if level.endswith("libc++"):
        return language == "cpp" and "clang" in compiler and has_libcpp(compiler)
    # dwz reads no DWARF 5 of clang.
    return not level.endswith("dwz") or "clang" not in compiler and bool(shutil.which("dwz"))


def all_cases(variants=True):
    """Those whose compiler is installed, and the short names of the compilers that are not."""
    cases, missing = [], set()
    for program, language in languages().items():
        for short, (names, options) in COMPILERS[language].items():
            found = installed(names)
            if not found:
                missing.add(short)
            elif usable(program, short):
                levels = dict(LEVELS[language])
                if variants and program in VARIED and short in ("gcc", "clang"):
                    levels |= VARIANTS
                cases += [Case(program, language, short, level, (found, *options, *extra))
                          for level, extra in levels.items() if can_build(language, found, level)]
    return cases, missing


def run(command, **options):
    """Standard output; fails with what the command says."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                          errors="replace", timeout=300, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\nended with {done.returncode}: "
                           f"{(done.stderr or done.stdout).strip()}")
    return done.stdout


class Workshop:
    """Builds and records in a folder, each thing once for the same sources and commands."""

    def __init__(self, folder, fsfind, record_again):
        self.folder, self.fsfind, self.record_again = pathlib.Path(folder), fsfind, record_again

    def _stamp(self, case):
        digest = hashlib.sha256(repr(case.command).encode())
        inputs = sorted({*case.sources(), *PROGRAMS.glob("support.*"),
                         *PROGRAMS.glob(f"{case.program}.h")})
        for path in inputs:
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def place(self, case):
        return self.folder / case.program / f"{case.compiler}-{case.level}"

    def binary(self, case):
        return self.place(case) / case.program

    def record(self, case):
        """The recording and the truth of the same run."""
        place = self.place(case)
        recording, truth, stamp = place / "perf.data", place / "truth", place / "stamp"
        wanted = self._stamp(case)
        if self.record_again or not stamp.exists() or stamp.read_text() != wanted:
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            self._build(case)
            run([self.fsfind, "record", "--engine=simulate", "-q", "--seed", "1", "-o", recording,
                 self.binary(case)], env={**os.environ, "FSFIND_TRUTH": str(truth)}, cwd=place)
            stamp.write_text(wanted)
        return recording, truth

    def _build(self, case):
        binary = self.binary(case)
        if case.language == "rust":
            return run([*case.command, "-o", binary, case.sources()[0]], cwd=self.place(case))
        if case.language == "go":
            return run([case.command[0], "build", *case.command[1:], "-o", binary,
                        *case.sources()])
        support = self._support(case)
        libraries = ["-fopenmp"] if case.program in NEEDS_OPENMP else []
        run([*case.command, *libraries, "-o", binary, *case.sources(), support],
            cwd=self.place(case))
        if case.level.endswith("stripped"):
            self._strip(binary)
        elif case.level.endswith("dwz"):
            run(["dwz", binary])

    def _support(self, case):
        """Compiled as C whatever the program is, and without debug info: it is not under study."""
        compiler = installed(COMPILERS["c"][case.compiler][0])
        output = self.place(case) / "support.o"
        run([compiler, "-std=gnu17", "-O2", "-g0", *INCLUDE, "-c", "-o", output,
             PROGRAMS / "support.c"])
        return output

    @staticmethod
    def _strip(binary):
        debug = f"{binary}.debug"
        run(["objcopy", "--only-keep-debug", binary, debug])
        run(["strip", "--strip-all", binary])
        run(["objcopy", f"--add-gnu-debuglink={debug}", binary])

    def report(self, recording):
        return run([self.fsfind, "report", "--format=json", "--lines", "0", "--show-all",
                    recording])
