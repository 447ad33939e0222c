"""debian/control as it is made for a distribution: what it builds and what that needs there."""
import os
import pathlib
import re
import sys
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packages"))
os.environ["SOURCE_DATE_EPOCH"] = "1767225600"  # 2026-01-01

import debian_source  # noqa: E402  (found by the path above)
import source  # noqa: E402

TEMPLATE = (ROOT / "debian" / "control.in").read_text()


def stanzas(system, *llvms):
    """Package -> its fields; the source's under ""."""
    text = debian_source.control(TEMPLATE, system, llvms)
    assert "@" not in re.sub(r"<\S+@\S+>", "", text), text
    found = {}
    for stanza in text.split("\n\n"):
        fields = dict(re.findall(r"^(\S+): (.*)$", stanza, re.MULTILINE))
        found[fields.get("Package", "")] = fields
    return found


class DebianControl(unittest.TestCase):
    def test_has_a_plugin_for_each_release_of_clang_tidy(self):
        found = stanzas("debian12", "16", "19", "22")
        self.assertEqual(set(found), {"", "fsfind", "fsfind-tidy-16", "fsfind-tidy-19", "fsfind-tidy-22"})
        needs = found[""]["Build-Depends"].split(", ")
        self.assertLessEqual({"libclang-16-dev", "llvm-22-dev", "clang-19", "libdw-dev"}, set(needs))
        self.assertEqual(found["fsfind"]["Recommends"], "qemu-user")

    def test_builds_emulators_where_the_distribution_has_none_with_plugins(self):
        for system in ("debian13", "ubuntu24.04"):
            found = stanzas(system, "19")
            self.assertIn("fsfind-qemu", found)
            self.assertEqual(found["fsfind"]["Recommends"], "fsfind-qemu")
            self.assertIn("libglib2.0-dev", found[""]["Build-Depends"].split(", "))

    def test_versions_between_releases_have_the_date_on_the_right_side_of_them(self):
        changelog = "## [Unreleased]\n\n{}\n## [{}] - 2025-12-24\n"
        for news, last, expected in (("", source.version(), ""), ("- New.\n", source.version(), "+20260101"),
                                     ("- New.\n", "0.0.1", "~20260101")):
            texts = {"CHANGELOG.md": changelog.format(news, last), "CMakeLists.txt": source.text("CMakeLists.txt")}
            with unittest.mock.patch("source.text", texts.__getitem__):
                self.assertEqual(debian_source.package_version("debian12"), f"{source.version()}{expected}-1+deb12")

    def test_refuses_a_distribution_without_the_clang_that_fsfind_is_built_with(self):
        with self.assertRaisesRegex(source.PackageError, "has no clang-tidy-19"):
            debian_source.write(pathlib.Path("unused"), "debian11", ["16"])


unittest.main()
