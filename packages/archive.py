"""Makes an archive of an installed fsfind that runs wherever it is unpacked, on this distribution or a later one.

usage: archive.py PREFIX FOLDER
PREFIX is what `cmake --install` made, of a build that looks for its parts in lib/fsfind. Adds to it: the shared
libraries of its programs but those of libc, clang's own headers, QEMU's user emulators with plugins, and the
licences of all of them. Writes FOLDER/fsfind-VERSION-linux-MACHINE.tar.xz and prints its name. Needs patchelf,
and that all of these are the system's packages.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import source

LLVM = 19
# libc, whose parts have to be the system's own: they belong to the kernel's loader and to each other.
LIBC = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so\.\d+$")
NEEDED = re.compile(r"^\s*(\S+) => (/\S+) \(", re.MULTILINE)
EMULATORS = ("qemu-x86_64", "qemu-aarch64")
OWN_EMULATORS = pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / "fsfind/qemu"


def output(*command):
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if run.returncode != 0:
        raise source.PackageError(f"{' '.join(map(str, command))}: {run.stderr.strip()}")
    return run.stdout


def is_elf(path):
    return path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"


def shared_libraries(program):
    """Name -> path of all that it loads, libc's left out. ldd follows dependencies of dependencies."""
    return {name: pathlib.Path(path) for name, path in NEEDED.findall(output("ldd", program))
            if not LIBC.match(name)}


def emulator(name):
    """An emulator with plugins: of fsfind's own, or on PATH."""
    for path in (OWN_EMULATORS / name, shutil.which(name)):
        if path and os.access(path, os.X_OK) and "-plugin" in output(path, "-h"):
            return pathlib.Path(path)
    raise source.PackageError(f"no {name} with plugins here: apt install qemu-user on Debian 12, else tools/build-qemu")


def package_of(path):
    """The installed package that has the file, as (name, version)."""
    for spelling in (path, path.resolve(), pathlib.Path("/usr") / path.relative_to("/")):
        run = subprocess.run(["dpkg", "-S", spelling], capture_output=True, text=True)
        if run.returncode == 0:
            name = run.stdout.split(": ")[0].split(", ")[0]
            return name.split(":")[0], output("dpkg-query", "-W", "-f", "${Version}", name)
    raise source.PackageError(f"{path}: no package has this file, so its licence is not known")


class Archive:
    def __init__(self, prefix):
        self.prefix = prefix
        self.private = prefix / "lib" / "fsfind"
        self.shared = self.private / "shared"
        self.packages = {}  # name -> (version, file with its licence)

    def fill(self):
        self.add_emulators()
        self.add_libraries()
        self.add_headers()
        self.set_search_paths()
        self.add_licences()

    def add_emulators(self):
        for name in EMULATORS:
            path = emulator(name)
            shutil.copy2(path, self.private / name)
            if path.parent == OWN_EMULATORS:
                package, version = re.match(r"(\S+) \(= (.*)\)", (OWN_EMULATORS / "qemu.source").read_text()).groups()
                self.packages[package] = version, OWN_EMULATORS / "qemu.copyright"
            else:
                self.note(path)

    def add_libraries(self):
        self.shared.mkdir()
        for program in filter(is_elf, sorted(self.prefix.rglob("*"))):
            if "clang-tidy-" in str(program):
                continue  # which clang-tidy loads, with its own libraries
            for name, path in shared_libraries(program).items():
                if not (self.shared / name).exists():
                    shutil.copy(path, self.shared / name)
                    self.note(path)

    def add_headers(self):
        headers = pathlib.Path(f"/usr/lib/llvm-{LLVM}/lib/clang/{LLVM}/include")
        shutil.copytree(headers, self.private / "clang" / "include")
        self.note(headers.resolve() / "stddef.h")

    def set_search_paths(self):
        for program in filter(is_elf, sorted(self.prefix.rglob("*"))):
            if program.suffix != ".so" or program.name.startswith("fsfind-record"):
                shared = os.path.relpath(self.shared, program.parent)
                place = "$ORIGIN" if shared == "." else f"$ORIGIN/{shared}"
                output("patchelf", "--set-rpath", place, program)

    def note(self, path):
        name, version = package_of(path)
        self.packages[name] = version, pathlib.Path("/usr/share/doc", name, "copyright")

    def add_licences(self):
        folder = self.prefix / "share" / "doc" / "fsfind" / "licences"
        folder.mkdir(parents=True)
        for name, (_, licence) in self.packages.items():
            shutil.copy(licence, folder / name)
        table = "".join(f"{name}\t{version}\n" for name, (version, _) in sorted(self.packages.items()))
        (folder / "packages.tsv").write_text(table)


def write_archive(prefix, path, name):
    """The same bytes for the same files: sorted, with one time and no owner."""
    def plain(member):
        member.mtime = source.epoch()
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mode = 0o755 if member.mode & 0o100 else 0o644
        return member

    with tarfile.open(path, "w:xz", preset=6, format=tarfile.GNU_FORMAT) as archive:
        for file in [prefix, *sorted(prefix.rglob("*"))]:
            archive.add(file, pathlib.Path(name) / file.relative_to(prefix), recursive=False, filter=plain)


def main(prefix, folder):
    if not shutil.which("patchelf"):
        raise source.PackageError("patchelf is missing: apt install patchelf")
    Archive(prefix).fill()
    name = f"fsfind-{source.version()}-linux-{os.uname().machine}"
    folder.mkdir(parents=True, exist_ok=True)
    write_archive(prefix, folder / f"{name}.tar.xz", name)
    print(folder / f"{name}.tar.xz")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
    except (source.PackageError, OSError) as error:
        sys.exit(f"archive: {error}")
