"""The Python module with mypy and pandas: with_tools.py PYTHON

PYTHON is the interpreter that has both (./dev ci-deps makes it). mypy finds nothing to say, and the
examples of docs/python.md give what the page shows. With --examples PYTHON runs this file itself.
"""
import doctest
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/python.md"
SKIP = 77
LEAST_EXAMPLES = 5


def run_examples():
    text = "\n".join(re.findall(r"^```pycon\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE))
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples)
    if len(examples.examples) < LEAST_EXAMPLES:
        sys.exit(f"{PAGE.name} has only {len(examples.examples)} examples")
    return 1 if runner.failures else 0


def main(python):
    if not pathlib.Path(python).exists():
        print(f"skipped: {python} is not there; ./dev ci-deps makes it")
        return SKIP
    typed = subprocess.run([python, "-m", "mypy", "--config-file", "python/pyproject.toml",
                            "--cache-dir", "/dev/null", "python"], cwd=ROOT, check=False)
    shown = subprocess.run([python, "-B", __file__, "--examples"], cwd=ROOT, check=False)
    return 1 if typed.returncode or shown.returncode else 0


if __name__ == "__main__":
    sys.exit(run_examples() if sys.argv[1] == "--examples" else main(sys.argv[1]))
