"""Microsoft's validator has nothing against `--format=sarif`, by the standard or by GitHub's rules.

Its exit code is 0 whatever it finds, so its results are counted.
"""
import json
import subprocess

import example

GOLDEN = example.HERE.parent / "golden" / "review" / "findings.sarif"


def problems(validator, log, verdict):
    for kind in ("Sarif", "Ghas"):
        subprocess.run([validator, "validate", str(log), "--rule-kind", kind, "--output",
                        str(verdict), "--log", "ForceOverwrite"], check=True,
                       stdout=subprocess.DEVNULL)
        run = json.loads(verdict.read_text(encoding="utf-8-sig"))["runs"][0]
        for result in run.get("results", []):
            if result.get("level") in ("error", "warning"):
                yield f"{log}: {result['ruleId']} {json.dumps(result['message'])}"


tool = example.tool("sarif-multitool")
with example.Example() as repository:
    written, verdicts = repository.root / "fsfind.sarif", repository.root / "verdict.sarif"
    written.write_text(repository.check("sarif"))
    assert len(json.loads(written.read_text())["runs"][0]["results"]) == 1
    found = [*problems(tool, written, verdicts), *problems(tool, GOLDEN, verdicts)]
    assert not found, "\n".join(found)
