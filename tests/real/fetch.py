"""Gets the sources of a program into a folder: from Debian's archive, by cargo, by go, or the trial's
own."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from manifest import PROGRAMS, Source

# The trial takes the sources of one release, whatever the machine runs: judgements rest on them.
DEBIAN_RELEASE = "bookworm"
DEBIAN_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


class FetchError(Exception):
    """The source is not to be had."""


def cache_folder(trial: str) -> pathlib.Path:
    """Where a trial keeps what it gets and makes, outside the tree."""
    caches = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(caches) / "fsfind" / trial


def run(command: list[str], folder: pathlib.Path) -> str:
    try:
        done = subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except FileNotFoundError:
        raise FetchError(f"there is no {command[0]} here") from None
    if done.returncode != 0:
        raise FetchError(f"{' '.join(command)}: {done.stdout.strip()[-500:]}")
    return done.stdout


def debian_archive() -> str:
    """Where this machine's apt has Debian's packages from, or what FSFIND_DEBIAN_ARCHIVE says."""
    if told := os.environ.get("FSFIND_DEBIAN_ARCHIVE"):
        return told
    known = run(["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)"], pathlib.Path("/"))
    for line in known.splitlines():
        if line.startswith("Debian "):
            return line.split()[1]
    raise FetchError("apt knows no archive of Debian: set FSFIND_DEBIAN_ARCHIVE to a mirror")


def apt_options(cache: pathlib.Path) -> list[str]:
    """apt with package sources and lists of its own, so that nothing of the system's changes."""
    apt = cache / "apt"
    (apt / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (apt / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    sources = apt / "sources.list"
    sources.write_text(
        f"deb-src [signed-by={DEBIAN_KEYS}] {debian_archive()} {DEBIAN_RELEASE} main\n"
    )
    settings = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": apt / "lists",
        "Dir::Cache": apt,
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "root",
    }
    options = [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]
    if not list((apt / "lists").glob("*_Sources*")):
        run(["apt-get", *options, "-qq", "update"], apt)
    return options


def only_folder(folder: pathlib.Path) -> pathlib.Path:
    folders = [path for path in folder.iterdir() if path.is_dir()]
    if len(folders) != 1:
        raise FetchError(f"{folder} has {len(folders)} folders, not one")
    return folders[0]


def fetch_debian(source: Source, cache: pathlib.Path, folder: pathlib.Path) -> str:
    options = apt_options(cache)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        run(["apt-get", *options, "-qq", "source", source.name], pathlib.Path(scratch))
        unpacked = only_folder(pathlib.Path(scratch))
        version = run(["dpkg-parsechangelog", "-SVersion"], unpacked).strip()
        shutil.move(unpacked, folder)
    return version


def fetch_crate(source: Source, cache: pathlib.Path, folder: pathlib.Path) -> str:
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        project = pathlib.Path(scratch)
        (project / "lib.rs").touch()
        (project / "Cargo.toml").write_text(
            '[package]\nname = "trial"\nversion = "0.0.0"\n[lib]\npath = "lib.rs"\n'
            f'[dependencies]\n{source.name} = "={source.version}"\n'
        )
        run(["cargo", "fetch", "--quiet"], project)
    cargo = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    found = sorted((cargo / "registry" / "src").glob(f"*/{source.name}-{source.version}"))
    if not found:
        raise FetchError(f"cargo did not unpack {source.name} {source.version}")
    shutil.copytree(found[0], folder)
    return source.version


def fetch_go(source: Source, cache: pathlib.Path, folder: pathlib.Path) -> str:
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        told = run(
            ["go", "mod", "download", "-json", f"{source.name}@{source.version}"],
            pathlib.Path(scratch),
        )
    shutil.copytree(json.loads(told)["Dir"], folder)
    run(["chmod", "-R", "u+w", "."], folder)
    return source.version


def fetch_own(source: Source, cache: pathlib.Path, folder: pathlib.Path) -> str:
    folder.mkdir()
    shutil.copy(PROGRAMS / source.name, folder)
    return "-"


FETCHERS = {"debian": fetch_debian, "crate": fetch_crate, "go": fetch_go, "own": fetch_own}


def fetch(source: Source, cache: pathlib.Path, folder: pathlib.Path) -> str:
    """Puts the sources into `folder`, which must not be there yet; their version."""
    if source.kind not in FETCHERS:
        raise FetchError(f"no kind of source '{source.kind}'")
    return FETCHERS[source.kind](source, cache, folder)
