"""Chromium without a window, and what tests ask of it."""
import json
import pathlib

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
WAIT_SECONDS = 30


def missing():
    """What is not installed; empty if all is there."""
    return [path for path in (CHROMIUM, DRIVER) if not pathlib.Path(path).exists()]


class Browser:
    def __init__(self, width=1280, height=900):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--window-size={width},{height}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", **self.size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def prefer(self, scheme):
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, page, hash_=""):
        """Opens the page anew and waits until its script, if there is one, has shown it."""
        self.driver.get("about:blank")
        self.driver.get(pathlib.Path(page).as_uri() + ("#" + hash_ if hash_ else ""))
        self.until("return !document.getElementById('app').hidden")

    def until(self, script):
        for _ in range(10 * WAIT_SECONDS):
            if self.driver.execute_script(script):
                return
            self.driver.execute_async_script("setTimeout(arguments[0], 100)")
        raise AssertionError(f"never true: {script}")

    def ask(self, script, *arguments):
        return self.driver.execute_script("return " + script, *arguments)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def heading(self):
        return self.one("h1").text

    def go(self, hash_):
        """To another view, as a click on a link does."""
        self.driver.execute_script("location.hash = arguments[0]", "#" + hash_)
        self.driver.execute_async_script("setTimeout(arguments[0], 50)")

    def choose(self, label, value):
        """Chooses in the field that the label names."""
        self.driver.execute_script(
            "const field = [...document.querySelectorAll('label.choice')].find((one) =>"
            " one.firstChild.textContent.trim() === arguments[0]).querySelector('select');"
            "field.value = arguments[1]; field.dispatchEvent(new Event('change'));", label, value)

    def slide(self, value):
        self.driver.execute_script("const slider = document.querySelector('input[type=range]');"
                                   "slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))", value)

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def violations(self, axe):
        """What axe-core finds, as one line each."""
        self.driver.execute_script(pathlib.Path(axe).read_text())
        found = self.driver.execute_async_script(
            "axe.run(document, {resultTypes: ['violations']}).then((result) => arguments[0](result.violations))")
        return [f"{one['id']}: {json.dumps([node['html'][:160] for node in one['nodes'][:3]])}" for one in found]
