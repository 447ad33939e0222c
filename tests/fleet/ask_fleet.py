"""The questions of contrib/fleet, asked of a fleet in which the answers were planted.

usage: ask_fleet.py FSFIND COMPOSE HOSTS

DuckDB answers, and Spark, which must say the same. Exits with 77 (a skip for CTest) without DuckDB.
"""
import base64
import collections
import csv
import gzip
import importlib.util
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = [str(path) for path in (ROOT / "build/tools/python/lib").glob("python3*/site-packages")]
sys.path[:0] = [str(ROOT / "tests/fleet"), *PACKAGES]
import composed_fleet as fleet  # noqa: E402

FSFIND, COMPOSE, HOSTS = sys.argv[1], sys.argv[2], int(sys.argv[3])
QUESTIONS = {name: ROOT / f"contrib/fleet/{name}.sql"
             for name in ("most_expensive", "new_since_release", "by_machine")}
LEAST = 8  # contended loads, below which the questions leave data out
# A small machine's Spark, without the server that shows its jobs.
SPARK = "--master local[2] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=2"

try:
    import duckdb
except ImportError:
    print("skipped: duckdb is not installed (./dev ci-deps)")
    sys.exit(77)


def merge(output, *paths):
    subprocess.run([FSFIND, "merge", *paths, "-o", output], check=True)
    return output.read_bytes()


def check_merging(folder):
    """In any order and grouping, and with profiles that come twice, the same bytes."""
    profiles = sorted((folder / "profiles").iterdir())
    whole = merge(folder / "fleet.ndjson.zst", folder / "profiles")
    random.Random(1).shuffle(profiles)
    half = len(profiles) // 2
    merge(folder / "one.ndjson.zst", *profiles[:half + 1])
    merge(folder / "other.ndjson.zst", *reversed(profiles[half - 1:]))
    again = merge(folder / "again.ndjson.zst", folder / "other.ndjson.zst", folder / "one.ndjson.zst",
                  profiles[0])
    assert again == whole, "merged in another order, the bytes are others"


def ask_duckdb(profiles, question):
    with duckdb.connect() as database:
        database.execute(f"create view profiles as from '{profiles}' where kind <> 'profile'")
        answer = database.execute(question.read_text())
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row)) for row in answer.fetchall()]


def ask_spark(profiles, folder):
    """Question -> rows with texts; none where Spark or its Java is missing."""
    if importlib.util.find_spec("pyspark") is None or shutil.which("java") is None:
        print("left out: Spark is not installed (./dev ci-deps)")
        return {}
    environment = os.environ | {"PYTHONPATH": ":".join(PACKAGES),
                                "PYSPARK_SUBMIT_ARGS": f"{SPARK} pyspark-shell"}
    command = [sys.executable, ROOT / "contrib/fleet/spark.py", profiles, *QUESTIONS.values(),
               "--csv", folder]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    answers = {}
    for name in QUESTIONS:
        with open(folder / f"{name}.csv", encoding="utf-8", newline="") as file:
            answers[name] = list(csv.DictReader(file))
    return answers


def planted_counts(planted, wanted, *keys):
    """(keys…, object, member) -> contended loads of the wanted hosts."""
    counts = collections.Counter()
    for host in filter(wanted, planted):
        for found, member, count in host["contended"]:
            counts[(*(host[key] for key in keys), found, member)] += count
    return {key: count for key, count in counts.items() if count >= LEAST}


def plain(name):
    """Without namespaces, which the plants do not tell."""
    return name.rpartition("::")[2]


def answered_counts(rows, *keys):
    counts = collections.Counter()
    for row in rows:
        counts[(*(row[key] for key in keys), plain(row["object"]), row["member"])] += row["contended"]
    return dict(counts)


def check_intervals(rows):
    for row in rows:
        assert 0 <= row["share_low"] < row["share"] < row["share_high"], row


def check_most_expensive(rows, planted):
    release = fleet.RELEASES[-1]  # whose recordings are those of the last seven days
    expected = planted_counts(planted, lambda host: host["release"] == release, "service")
    assert answered_counts(rows, "service") == expected, (rows, expected)
    check_intervals(rows)  # a service without sampled loads has no share, and ends no query
    verdicts = {(plain(row["object"]), row["member"]): row["sharing"] for row in rows}
    assert verdicts["shard_stats_table", "requests"] == "false", verdicts
    assert verdicts["queue", "slots_[].sequence"] == "true", verdicts


def check_new(rows):
    """Only `frontend` changed between the releases."""
    found = {(row["service"], row["object"], row["member"]) for row in rows}
    assert found == {("frontend", "shard_stats_table", "requests"),
                     ("frontend", "shard_stats_table", "bytes")}, rows
    for row in rows:
        assert (row["before"], row["release"]) == fleet.RELEASES
        assert row["share_before"] == 0 and row["share_before_high"] < row["share_low"], row


def check_by_machine(rows, planted):
    expected = planted_counts(planted, lambda host: True, "service", "kernel")
    found = collections.Counter()
    for row in rows:
        found[(row["service"], row["kernel"], plain(row["object"]), row["member"])] += row["contended"]
        assert row["hosts"] <= row["hosts_seen"], row
    for key, count in found.items():
        assert count <= expected[key], key  # what has less than LEAST on one processor is left out
    proxies = {row["kernel"] for row in rows if row["service"] == "proxy"}
    assert proxies == {"6.8.0"}, proxies
    assert {row["kernel"] for row in rows if row["service"] == "queue"} == set(fleet.KERNELS)
    check_intervals(rows)


def check_secrets(profiles):
    """No cell of any row tells what a host is called, or how a command was called."""
    with duckdb.connect() as database:
        cells = database.execute(f"from '{profiles}'").fetchall()
    text = json.dumps(cells, default=str)
    for secret in (fleet.DOMAIN, fleet.PASSWORD, "/opt/demo", "host-0"):
        assert secret not in text, secret


def unpacked(text):
    """With the data that a page of HTML holds compressed."""
    packed = re.findall(r"[A-Za-z0-9+/]{200,}={0,2}", text)
    return text + "".join(gzip.decompress(base64.b64decode(data)).decode() for data in packed)


def check_redacted(folder):
    """The same of the bytes of each other format, which tell it without --redact."""
    recording = sorted((folder / "recordings").glob("*.data"))[1]
    for form in ("text", "json", "csv", "html", "svg", "sarif", "markdown"):
        for redact in ([], ["--redact"]):
            output = folder / f"report.{form}"
            subprocess.run([FSFIND, "report", "-q", f"--format={form}", *redact, "-o", output,
                            recording], check=True)
            text = unpacked(output.read_text())
            tells = any(secret in text
                        for secret in (fleet.DOMAIN, fleet.PASSWORD, str(folder)))
            assert not (redact and tells), f"--redact leaves a secret in {form}"
            assert redact or tells or form in ("csv", "svg", "markdown", "sarif"), form


def same(ours, theirs):
    """Spark's CSV has numbers as text, and sums doubles in another order."""
    if isinstance(ours, float):
        return abs(ours - float(theirs)) <= 1e-9 * max(1, abs(ours))
    return str(ours) == theirs


def compare(question, ours, theirs):
    assert len(ours) == len(theirs), (question, len(ours), len(theirs))
    for one, other in zip(ours, theirs):
        for name, value in one.items():
            assert same(value, other[name]), (question, name, one, other)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        planted = fleet.make(COMPOSE, FSFIND, HOSTS, folder)
        check_merging(folder)
        profiles = folder / "fleet.ndjson.zst"
        check_secrets(profiles)
        check_redacted(folder)
        answers = {name: ask_duckdb(profiles, path) for name, path in QUESTIONS.items()}
        check_most_expensive(answers["most_expensive"], planted)
        check_new(answers["new_since_release"])
        check_by_machine(answers["by_machine"], planted)
        for name, rows in ask_spark(profiles, folder).items():
            compare(name, answers[name], rows)
    print(f"{HOSTS} hosts: answers are what was planted")


if __name__ == "__main__":
    main()
