"""What Prometheus makes of the metrics of `fsfind watch` and of the alert rules in contrib/.

promtool reads the rules, tests them on made-up series, and checks the metrics of both exports; a
Prometheus scrapes a watch that listens; and the panels of the dashboard ask for metrics that exist.
"""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

FSFIND = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "contrib/prometheus/fsfind.rules.yml"
DASHBOARD = ROOT / "contrib/grafana/fsfind.json"
REPLAY = ["watch", "--replay", str(ROOT / "fixtures/ring_queue"), "--quiet", "--metrics-objects", "3"]
METRIC = re.compile(r"\bfsfind_\w+")
PATIENCE = 60  # seconds

for tool in ("promtool", "prometheus"):
    if shutil.which(tool) is None:
        print(f"skipped: {tool} is not installed (Debian's package prometheus)")
        sys.exit(77)


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result


def check_rules(folder):
    shutil.copy(RULES, folder)
    shutil.copy(ROOT / "tests/formats/alert_rules.yml", folder)
    run(["promtool", "check", "rules", RULES.name], cwd=folder)
    run(["promtool", "test", "rules", "alert_rules.yml"], cwd=folder)


def check_metrics_file(folder):
    """The names in the file, which promtool has nothing to say about."""
    path = folder / "fsfind.prom"
    subprocess.run([FSFIND, *REPLAY, "--metrics", path, "--alarm", "none"], check=True,
                   stdout=subprocess.DEVNULL)
    text = path.read_text()
    checked = run(["promtool", "check", "metrics"], input=text)
    assert checked.stderr == "", checked.stderr
    assert [entry.name for entry in folder.glob("*fsfind.prom*")] == ["fsfind.prom"], "left behind"
    return set(METRIC.findall(text))


def get(url, accept="*/*"):
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode(), answer.headers["Content-Type"]


def until(question):
    """The first answer that is not empty."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if answer := question():
                return answer
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError("no answer")


def check_scrape(folder):
    """A Prometheus gets from a watch what it asks for, and stores it."""
    watch = subprocess.Popen([FSFIND, *REPLAY, "--interval", "1000", "--listen", "0"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    server = None
    try:
        url = re.search(r"http://\S+", watch.stderr.readline())[0]
        until(lambda: "fsfind_watch_steps_total 1" in get(url)[0])
        text, kind = get(url, "application/openmetrics-text; version=1.0.0, text/plain;q=0.5")
        assert kind.startswith("application/openmetrics-text") and text.endswith("# EOF\n"), kind
        target = url.removeprefix("http://").removesuffix("/metrics")
        (folder / "prometheus.yml").write_text(
            "global: {scrape_interval: 1s}\n"
            f"scrape_configs: [{{job_name: fsfind, static_configs: [{{targets: ['{target}']}}]}}]\n")
        log = folder / "log"
        with log.open("w") as output:
            server = subprocess.Popen(
                ["prometheus", f"--config.file={folder}/prometheus.yml",
                 f"--storage.tsdb.path={folder}/data", "--web.listen-address=127.0.0.1:0"],
                stdout=output, stderr=output)
        port = free_port(server, log)
        query = f"http://127.0.0.1:{port}/api/v1/query?query="
        ask = lambda text: json.loads(get(query + text)[0])["data"]["result"]
        assert until(lambda: ask("up"))[0]["value"][1] == "1"
        assert until(lambda: ask("fsfind_watch_steps_total"))[0]["value"][1] == "1"
        kinds = {one["metric"]["kind"] for one in ask("fsfind_hitm_loads_total")}
        assert kinds == {"local", "remote"}, kinds
        assert ask("fsfind_object_hitm_total")
    finally:
        for process in filter(None, (server, watch)):
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        watch.stderr.close()
    assert watch.returncode == 0


def free_port(server, log):
    """The port that the kernel gave Prometheus, which its log does not tell."""
    def listening():
        inodes = set()
        for link in pathlib.Path(f"/proc/{server.pid}/fd").iterdir():
            if found := re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink())):
                inodes.add(found[1])
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:  # TCP_LISTEN
                return int(fields[1].split(":")[1], 16)
        assert server.poll() is None, log.read_text()
        return None
    return until(listening)


def check_dashboard(names):
    """Each query is one that Prometheus can read, about metrics that exist on some processor."""
    # What other processors have, what only alarms have, and what counts alone.
    names |= {"fsfind_peer_loads_per_second", "fsfind_ccx_fills_per_second", "fsfind_active_alarms",
              "fsfind_event_running_ratio"}
    queries = [target["expr"] for panel in json.loads(DASHBOARD.read_text())["panels"]
               for target in panel.get("targets", [])]
    assert queries
    for query in queries:
        unknown = set(METRIC.findall(query)) - names
        assert not unknown, (query, unknown)
    rules = "groups: [{name: all, rules: [" + ", ".join(
        f"{{record: 'a:b', expr: {json.dumps(query.replace('$instance', 'x'))}}}"
        for query in dict.fromkeys(queries)) + "]}]"
    run(["promtool", "check", "rules", "--lint=none", "/dev/stdin"], input=rules)


with tempfile.TemporaryDirectory() as name:
    base = pathlib.Path(name)
    check_rules(base)
    known = check_metrics_file(base)
    check_dashboard(known)
    check_scrape(base)
