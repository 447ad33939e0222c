"""HTML pages work in a browser: views, search, filters, permalinks, keys; and nothing in them runs but their script.

usage: pages_test.py FSFIND TOOLS [--screenshots FOLDER]
TOOLS is where `./dev ci-deps` installs axe-core. With --screenshots the pictures of the documentation
are made instead.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

# Where the distribution has no package of Chromium, there is nothing to install and nothing amiss.
if "ID=ubuntu" in pathlib.Path("/etc/os-release").read_text().splitlines():
    print("not tested on Ubuntu, which has Chromium only as a snap")
    sys.exit(77)
try:
    import browser
except ImportError:
    print("skipped: python3-selenium is not installed")
    sys.exit(77)
import hostile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FSFIND, TOOLS = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
AXE = TOOLS / "node_modules/axe-core/axe.min.js"
FIXTURES = "fixtures/shard_stats"
TABS = ("findings", "lines", "map", "memory", "recording")


def page(folder, name, *arguments):
    path = pathlib.Path(folder, name + ".html")
    subprocess.run([FSFIND, *arguments, "--format=html", "-o", path, "-q"], cwd=ROOT, check=True)
    return path


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = browser.Browser()
        cls.report = page(cls.folder.name, "report", "report", "--no-sources", f"{FIXTURES}/perf.data")
        cls.diff = page(cls.folder.name, "diff", "diff", f"{FIXTURES}/perf.data", f"{FIXTURES}/padded.perf.data")

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.browser.errors(), [])

    def click_through(self, path):
        """Opens every view and every finding, and uses what is on it."""
        self.browser.open(path)
        for tab in TABS:
            self.browser.go(tab)
            self.assertTrue(self.browser.heading(), tab)
            self.assert_no_markup()
        self.browser.go("findings")
        for hash_ in self.browser.ask("[...document.querySelectorAll('a.title')].map((one) => one.hash)"):
            self.browser.go(hash_.lstrip("#"))
            self.browser.choose("Show use by", "cpu")
            self.assertGreater(len(self.browser.all("figure svg rect")), 10)
            self.assert_no_markup()
            self.assertTrue(self.browser.all("#content details summary"), "pictures have tables")

    def assert_no_markup(self):
        self.assertEqual(self.browser.ask("document.querySelectorAll('img, b, i, iframe, body script').length"), 2,
                         "the data and the page's own script")

    def test_a_report_is_shown_and_used(self):
        self.click_through(self.report)
        self.assertIn("shard_stats_table", self.browser.heading())
        self.assertIn("count_request", self.browser.one("#content").text)
        self.assertIn("shard_stats_table[shard].requests++", self.browser.one(".source").text)

    def test_another_line_size_shows_that_padding_would_not_do(self):
        self.browser.open(self.report)
        self.browser.one("a.title").click()
        self.assertIn("no line with several writers", self.browser.one(".layouts").text)
        self.browser.slide(1)
        self.assertNotIn("no line with several writers", self.browser.one(".layouts").text)

    def test_search_and_filters_choose(self):
        self.browser.open(self.report, "lines")
        rows = "document.querySelectorAll('tbody tr').length"
        self.assertEqual(self.browser.ask(rows), 2)
        self.browser.one("#search").send_keys("0x40000040c0")
        self.assertEqual(self.browser.ask(rows), 1)
        self.browser.one("#search").send_keys(" no such name")
        self.assertIn("No line passes the filters", self.browser.one("#content").text)
        self.browser.one(".filters button").click()
        self.assertEqual(self.browser.ask(rows), 2)
        self.browser.choose("Thread", "17")
        self.assertEqual(self.browser.ask(rows), 1)
        self.browser.choose("Type", "false")
        self.assertEqual(self.browser.ask(rows), 1)

    def test_a_permalink_opens_the_finding(self):
        self.browser.open(self.report)
        hash_ = self.browser.ask("document.querySelector('a.title').hash").lstrip("#")
        self.browser.open(self.report, hash_)
        self.assertIn("shard_stats_table", self.browser.heading())
        self.browser.open(self.report, "line-2")
        self.assertIn("0x4000004080", self.browser.heading())
        self.browser.open(self.report, "%E0%A4%A")
        self.assertEqual(self.browser.heading(), "Findings", "what is no hash of the page")

    def test_keys_move(self):
        self.browser.open(self.report)
        self.browser.one("body").send_keys("/")
        self.assertEqual(self.browser.ask("document.activeElement.id"), "search")
        self.browser.one("a.title").send_keys("\ue007")
        self.assertIn("shard_stats_table", self.browser.heading())
        self.browser.one("body").send_keys("\ue00c")
        self.browser.until("return document.querySelector('h1').textContent === 'Findings'")

    def test_a_difference_is_shown(self):
        self.browser.open(self.diff)
        self.assertEqual(self.browser.one("tbody .badge").text, "gone")
        self.browser.one("a.title").click()
        self.assertIn("shard_stats_table", self.browser.heading())

    def test_browsers_without_decompression_show_the_tables_and_say_why(self):
        with browser.Browser() as old:
            old.command("Page.addScriptToEvaluateOnNewDocument", source="delete window.DecompressionStream")
            old.driver.get(self.report.as_uri())
            old.until("return document.querySelector('[role=alert]')")
            self.assertIn("from before 2023", old.one("[role=alert]").text)
            self.assertIn("shard_stats_table.{requests, bytes}", old.one("#still").text)
            self.assertEqual(old.errors(), [])

    def test_without_script_tables_and_pictures_are_there(self):
        with browser.Browser() as plain:
            plain.command("Emulation.setScriptExecutionDisabled", value=True)
            plain.driver.get(self.report.as_uri())
            text = plain.one("#still").text
            self.assertIn("shard_stats_table.{requests, bytes}", text)
            self.assertIn("0x40000040c0", text)
            names = [picture.get_attribute("aria-label") for picture in plain.all("#still svg[role=img]")]
            for name in ("Bytes of cacheline 0x40000040c0", "Layout before and after", "Map of contention", "Memory of NUMA nodes"):
                self.assertTrue([one for one in names if one.startswith(name)], (name, names))

    def test_filters_make_pale_what_does_not_pass(self):
        self.browser.open(self.report, "map")
        self.assertEqual(len(self.browser.all(".tile.faded")), 0)
        self.browser.one("#search").send_keys("no such name")
        self.assertEqual(len(self.browser.all(".tile.faded")), 2, "both members")
        self.assertEqual(len(self.browser.all("figure tbody tr")), 0)
        self.browser.one(".filters button").click()
        self.browser.driver.execute_script("document.querySelector('.tile[data-row]').dispatchEvent(new Event('click'))")
        self.browser.until("return document.querySelector('h1').textContent === 'Contended lines'")
        self.assertEqual(self.browser.ask("document.querySelector('#search').value"), "requests")

    def test_times_by_measured_prices_are_told(self):
        path = page(self.folder.name, "priced", "report", "--machine", "fixtures/machines/epyc-2.json", f"{FIXTURES}/perf.data")
        self.browser.open(path)
        self.assertIn("about 5.6 ms of all CPUs", self.browser.one("tbody").text)
        self.browser.one("a.title").click()
        self.assertIn("for 103,000 contended loads", self.browser.one("dl.facts").text)
        self.browser.go("recording")
        self.assertIn("105.2 ns behind the same L3", self.browser.one("#content").text)

    def test_hostile_names_are_text(self):
        data = hostile.recording(FSFIND, self.folder.name)
        if data is None:
            print("left out: programs cannot be recorded here, so none with hostile names is shown")
            return
        path = page(self.folder.name, "hostile", "report", data)
        self.click_through(path)
        text = self.browser.one("#content").text
        for shown in ("alert(1)", "alert(2)", "alert(3)", "a?b?c"):
            self.assertIn(shown, text)
        self.browser.driver.execute_script("dispatchEvent(new Event('beforeprint'))")
        self.assert_no_markup()
        for name in ("strip", "map", "flame", "topology"):
            picture = pathlib.Path(self.folder.name, name + ".svg")
            subprocess.run([FSFIND, "report", "-q", data, "--format=svg", "--picture", name, "-o", picture], check=True)
            self.browser.driver.get(picture.as_uri())
            self.assertEqual(self.browser.ask("document.documentElement.tagName"), "svg")
            self.assertEqual(self.browser.ask("document.querySelectorAll('parsererror, script, img, a, b').length"), 0, name)

    def test_everybody_can_read_it(self):
        if not AXE.exists():
            print("left out: axe-core is not installed, so accessibility is not tested")
            return
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            for path in (self.report, self.diff):
                self.browser.open(path)
                for tab in TABS if path == self.report else TABS[:1]:
                    self.browser.go(tab)
                    self.assertEqual(self.browser.violations(AXE), [], (scheme, tab))
                self.browser.go("findings")
                self.browser.one("a.title").click()
                self.browser.driver.execute_script("document.querySelectorAll('details').forEach((one) => one.open = true)")
                self.assertEqual(self.browser.violations(AXE), [], (scheme, "case"))


def screenshots(folder):
    with tempfile.TemporaryDirectory() as temporary, browser.Browser(1250, 1180) as shown:
        report = page(temporary, "report", "report", f"{FIXTURES}/perf.data")
        shown.open(report)
        for scheme in ("light", "dark"):
            shown.prefer(scheme)
            shown.go("findings")
            shown.one("a.title").click()
            shown.driver.save_screenshot(str(pathlib.Path(folder, f"html-finding-{scheme}.png")))


if __name__ == "__main__":
    if browser.missing():
        print("skipped: not installed:", ", ".join(browser.missing()))
        sys.exit(77)
    if "--screenshots" in sys.argv:
        screenshots(sys.argv[-1])
    else:
        unittest.main(argv=sys.argv[:1])
