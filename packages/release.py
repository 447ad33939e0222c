"""Makes a release: everything that its users get, built twice and compared.

usage: release.py VERSION [--dry-run] [--suite SUITE]...
Sets the version in CMakeLists.txt and dates the changelog's Unreleased section, in a commit with the tag vVERSION,
which is made and built in a clone, and becomes the branch's at the end.
Writes to build/release-VERSION: the sources, the archive and its bill of materials (SPDX), the Debian packages of
each SUITE (bookworm and trixie if none is named; needs root), and SHA256SUMS of all of these. The archive is built in
two folders, and must come out the same. If anything fails, the branch stays as it is. Nothing is pushed.
--dry-run only shows what would be changed and done. Needs a tree without changes.
"""
import argparse
import datetime
import difflib
import filecmp
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

import source

SUITES = ("bookworm", "trixie")
FILES = ("CMakeLists.txt", "CHANGELOG.md")


def say(text):
    print(f"release: {text}", file=sys.stderr, flush=True)


def run(*command, cwd=source.ROOT, **options):
    say(" ".join(map(str, command)))
    if subprocess.run([str(word) for word in command], cwd=cwd, **options).returncode != 0:
        raise source.PackageError(f"{command[0]} failed (above); the branch is as it was")


def numbers(version):
    return tuple(map(int, version.split(".")))


def refuse_unless_ready(version):
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise source.PackageError(f"'{version}' is no version: three numbers, as in 1.2.0")
    if changes := source.git("status", "--porcelain"):
        raise source.PackageError(f"the tree has changes ({changes.splitlines()[0].strip()}, …): commit or stash them")
    if source.git("tag", "--list", f"v{version}"):
        raise source.PackageError(f"the tag v{version} exists: releases are not made again")
    last = source.last_release()[0]
    if last and numbers(version) <= numbers(last):
        raise source.PackageError(f"{version} does not follow {last}, the last release")
    if numbers(version) < numbers(source.version()):
        raise source.PackageError(f"{version} is before {source.version()}, which CMakeLists.txt has")


def edited(version, date):
    """File -> its text in the release."""
    cmake = re.sub(r"^(project\(fsfind VERSION )[\d.]+", rf"\g<1>{version}", source.text("CMakeLists.txt"),
                   flags=re.MULTILINE)
    changelog = source.text("CHANGELOG.md")
    if not source.unreleased():
        raise source.PackageError("CHANGELOG.md: nothing is under '## [Unreleased]', so there is nothing to release")
    head = f"## [Unreleased]\n\n## [{version}] - {date}\n"
    return dict(zip(FILES, (cmake, changelog.replace("## [Unreleased]\n", head, 1))))


def show(texts):
    for name, text in texts.items():
        sys.stdout.writelines(difflib.unified_diff(source.text(name).splitlines(True), text.splitlines(True),
                                                   f"a/{name}", f"b/{name}"))


def make_commit(version, texts, folder):
    """The release's commit and tag, in a clone, by whom this repository's commits are: a clone does not inherit that."""
    author = [word for key in ("user.name", "user.email") if (value := source.setting(key))
              for word in ("-c", f"{key}={value}")]
    run("git", "clone", "-q", *author, source.ROOT, folder)
    for name, text in texts.items():
        (folder / name).write_text(text)
    run("git", "commit", "-q", "-m", f"Release {version}", *FILES, cwd=folder)
    run("git", "tag", "-a", "-m", f"fsfind {version}", f"v{version}", cwd=folder)


def build_archive(folder):
    run("./dev", "archive", cwd=folder)
    return next((folder / "build" / "archive").glob("*.tar.xz"))


def refuse_unless_same(first, second):
    if filecmp.cmp(first, second, shallow=False):
        return
    if shutil.which("diffoscope"):
        subprocess.run(["diffoscope", first, second])
    raise source.PackageError(f"{first} and {second} differ, so the build is not reproducible")


def collect(version, texts, suites, results):
    """Fills the folder of results."""
    first, second = results / "first", results / "second" / "elsewhere"
    make_commit(version, texts, first)
    run("git", "clone", "-q", first, second)
    archive = build_archive(first)
    refuse_unless_same(archive, build_archive(second))
    shutil.copy(archive, results)
    table = first / "build/archive/tree/share/doc/fsfind/licences/packages.tsv"
    system = subprocess.run(["sh", "-c", '. /etc/os-release; echo "$ID$VERSION_ID"'], capture_output=True, text=True,
                            check=True).stdout.strip()
    with open(results / f"{archive.name}.spdx.json", "w") as document:
        run(sys.executable, "-B", first / "packages/sbom.py", archive, table, system, stdout=document)
    for suite in suites:
        run("./dev", "packages", suite, cwd=first)
        for package in (first / "build/packages" / suite).glob("*.deb"):
            shutil.copy(package, results)
    name = f"fsfind-{version}"
    run("git", "archive", f"--prefix={name}/", "-o", results / f"{name}.tar.gz", f"v{version}", cwd=first)


def write_checksums(results):
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
             for path in sorted(results.iterdir()) if path.is_file()]
    (results / "SHA256SUMS").write_text("".join(lines))


def take_commit(version, results):
    """The commit that was built becomes the branch's; the folders that built it go."""
    run("git", "fetch", "-q", results / "first", "tag", f"v{version}")
    try:
        run("git", "merge", "-q", "--ff-only", f"v{version}")
    except source.PackageError:
        run("git", "tag", "-d", f"v{version}")
        raise
    for name in ("first", "second"):
        try:
            shutil.rmtree(results / name)
        except OSError as error:  # packages are root's
            say(f"{results / name} is left, and may be removed: {error.strerror}")


def main(arguments):
    version, suites = arguments.version, arguments.suite or SUITES
    refuse_unless_ready(version)
    now = datetime.datetime.fromtimestamp(source.epoch(), datetime.timezone.utc)
    os.environ["SOURCE_DATE_EPOCH"] = str(source.epoch())
    texts = edited(version, now.date().isoformat())
    results = source.ROOT / "build" / f"release-{version}"
    if arguments.dry_run:
        show(texts)
        say(f"would build the archive twice, its bill of materials, the packages of {' and '.join(suites)}, the "
            f"sources and checksums, all in {results}; then take over the changes above, with the tag v{version}")
        return
    if results.exists():
        raise source.PackageError(f"{results} is there already: remove it")
    results.mkdir(parents=True)
    collect(version, texts, suites, results)
    write_checksums(results)
    take_commit(version, results)
    say(f"{version} is in {results}; to publish: git push --follow-tags, and upload what is there")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="./dev release", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true", help="only show")
    parser.add_argument("--suite", action="append", help="a suite to build packages of, instead of all")
    try:
        main(parser.parse_args())
    except (source.PackageError, OSError) as error:
        sys.exit(f"release: {error}")
