"""Makes a source tree from which dpkg-buildpackage -b builds this system's packages.

usage: debian_source.py FOLDER SYSTEM LLVM...
SYSTEM is ID and VERSION_ID of the distribution's /etc/os-release, as in debian12. LLVM... are the releases of
clang-tidy that it has. Writes FOLDER/debian/control and changelog; prints the packages' version.
"""
import email.utils
import pathlib
import re
import sys
import time

import source

OWN_LLVM = 19  # which fsfind itself is built with
# Debian 12 alone has emulators with plugins (tools/build-qemu).
SYSTEMS_WITH_EMULATORS = ("debian12",)


def package_version(system):
    """Sorts by distribution, as upgrades from one to the next want. Between releases it has the date: it comes
    before the release that it leads to, or after the one that it follows."""
    date = ""
    if not source.is_release():
        after = source.last_release()[0] == source.version()
        date = time.strftime("+%Y%m%d" if after else "~%Y%m%d", time.gmtime(source.epoch()))
    return f"{source.version()}{date}-1+{system.replace('debian', 'deb')}"


def build_depends(llvms, own_emulators):
    words = set(source.shell_words("dev", "build_packages")) - {"g++"}
    words |= {f"{package}{llvm}{ending}" for llvm in llvms
              for package, ending in (("clang-", ""), ("libclang-", "-dev"), ("llvm-", "-dev"))}
    if own_emulators:
        words |= set(source.shell_words("tools/build-qemu", "packages")) - {"dpkg-dev", "gcc", "libc6-dev"}
    return ", ".join(sorted(words))


def control(template, system, llvms):
    own_emulators = system not in SYSTEMS_WITH_EMULATORS
    stanzas = []
    for stanza in template.split("\n\n"):
        if "Package: fsfind-tidy" in stanza:
            stanzas += [stanza.replace("@LLVM@", llvm) for llvm in llvms]
        elif "Package: fsfind-qemu" not in stanza or own_emulators:
            stanzas.append(stanza)
    values = {"BUILD_DEPENDS": build_depends(llvms, own_emulators),
              "EMULATOR": "fsfind-qemu" if own_emulators else "qemu-user",
              "PERF": "linux-tools-generic" if system.startswith("ubuntu") else "linux-perf"}
    return re.sub(r"@(\w+)@", lambda word: values[word[1]], "\n\n".join(stanzas).rstrip()) + "\n"


def changelog(version, maintainer):
    date = email.utils.formatdate(source.epoch(), localtime=False)
    return (f"fsfind ({version}) unstable; urgency=medium\n\n"
            f"  * CHANGELOG.md says what is new in {source.version()}.\n\n"
            f" -- {maintainer}  {date}\n")


def write(folder, system, llvms):
    if str(OWN_LLVM) not in llvms:
        raise source.PackageError(f"{system} has no clang-tidy-{OWN_LLVM}, which fsfind is built with")
    source.copy_files(folder)
    debian = folder / "debian"
    (debian / "control").write_text(control((debian / "control.in").read_text(), system, llvms))
    install = (debian / "fsfind-tidy.install.in").read_text()
    for llvm in llvms:
        (debian / f"fsfind-tidy-{llvm}.install").write_text(install.replace("@LLVM@", llvm))
    maintainer = re.search(r"^Maintainer: (.*)$", source.text("debian/control.in"), re.MULTILINE)[1]
    version = package_version(system)
    (debian / "changelog").write_text(changelog(version, maintainer))
    return version


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    try:
        print(write(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
    except (source.PackageError, OSError) as error:
        sys.exit(f"debian_source: {error}")
