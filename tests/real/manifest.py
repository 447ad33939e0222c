"""What programs/NAME.toml says of a program: how to get, build and run it."""

import dataclasses
import pathlib
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"

# What every build takes beside a compiler.
BUILD_PACKAGES = ["bear", "dpkg-dev", "pkgconf"]


class ManifestError(Exception):
    """A manifest that is not as README.md says."""


@dataclasses.dataclass(frozen=True)
class Source:
    """Where a program comes from; `version` is empty where the archive's present one is taken."""

    kind: str  # debian, crate, go or own
    name: str
    version: str = ""
    packages: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Run:
    """The command that is recorded and, for a server, the load that its clients make natively."""

    command: list[str]
    seconds: int
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    load: str = ""
    port: int = 0


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    language: str
    about: str
    source: Source
    build: str
    run: Run


def load(name: str) -> Program:
    path = PROGRAMS / f"{name}.toml"
    try:
        with path.open("rb") as file:
            told = tomllib.load(file)
        source = dict(told["source"])
        source["packages"] = tuple(source.get("packages", ()))
        return Program(
            name=name,
            language=told["language"],
            about=told["about"],
            source=Source(**source),
            build=told["build"]["script"],
            run=Run(**told["record"]),
        )
    except (OSError, KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise ManifestError(f"{path}: {error}") from error


def names() -> list[str]:
    return sorted(path.stem for path in PROGRAMS.glob("*.toml"))
