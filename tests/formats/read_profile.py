"""What DuckDB reads in a profile: the columns that docs/fleet.md describes, whose numbers are those of
the JSON report on the same recording; and what becomes of it in Parquet."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FSFIND = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = map(str, (ROOT / "build/tools/python/lib").glob("python3*/site-packages"))
try:
    import duckdb
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed (./dev ci-deps)")
    sys.exit(77)

RECORDINGS = ("shard_stats/skylake.perf.data", "ring_queue/zen2.perf.data",
              "shard_stats/neoverse.perf.data", "hot_flag/perf.data")


def run(*arguments):
    return subprocess.run([FSFIND, *arguments], check=True, capture_output=True).stdout


def profile_of(recording, folder):
    path = folder / (recording.replace("/", "-") + ".ndjson.zst")
    run("report", "-q", "--format=profile", "-o", path, "--label", "service=demo", "--label",
        "region=eu", "--recorded-at", "2026-11-26T12:00:00Z", recording)
    return path


def sums_of(path):
    with duckdb.connect() as database:
        answer = database.execute(
            "select sum(total_samples), sum(local_hitm), sum(remote_hitm), sum(local_peer), "
            "sum(remote_peer), sum(recordings), count(distinct recording), any_value(service), "
            "any_value(labels), any_value(epoch(time)) from read_ndjson(?)", [str(path)])
        names = ("samples", "lcl_hitm", "rmt_hitm", "lcl_peer", "rmt_peer", "recordings", "ids",
                 "service", "labels", "time")
        return dict(zip(names, answer.fetchone()))


def check_sums(recording, folder):
    path = profile_of(recording, folder)
    sums = sums_of(path)
    report = json.loads(run("report", "-q", "--format=json", "--show-all", recording))
    counters = report["totals"]
    assert sums["samples"] == counters["records"], (sums, counters)
    for name in ("lcl_hitm", "rmt_hitm", "lcl_peer", "rmt_peer"):
        assert sums[name] == counters[name], (recording, name, sums[name], counters[name])
    assert (sums["recordings"], sums["ids"], sums["service"]) == (1, 1, "demo"), sums
    assert json.loads(sums["labels"]) == {"region": "eu"} and sums["time"] == 1795694400, sums
    return path


INTERVAL = """
select cost / cycles,
       (cost + sqrt(squares / n)
         * (n * power(1 - 1 / (9 * n) - 1.959964 / (3 * sqrt(n)), 3) - n)) / cycles,
       (cost + sqrt(squares / n)
         * ((n + 1) * power(1 - 1 / (9 * (n + 1)) + 1.959964 / (3 * sqrt(n + 1)), 3) - n)) / cycles
from (select sum(contended)::double as n, sum(contended_cost)::double as cost,
             sum(contended_squares) as squares
      from read_ndjson($path) where finding = $finding),
     (select sum(total_cost)::double as cycles from read_ndjson($path))
"""


def check_interval(recording, path):
    """The SQL for intervals gives those of the report's finding."""
    report = json.loads(run("report", "-q", "--format=json", recording))
    finding = report["findings"][0]
    share = finding["cost"]["share"]
    assert finding["cost"]["base"] == "sampled-cycles", finding
    with duckdb.connect() as database:
        answer = database.execute(INTERVAL, {"path": str(path), "finding": finding["fingerprint"]})
        found = answer.fetchone()
    for ours, theirs in zip(found, (share["value"], share["low"], share["high"])):
        assert abs(ours - theirs) < 1e-9, (found, share)


def check_columns(path):
    """Each column has a row in the page's tables, in the file's order, and a type that holds it."""
    page = (ROOT / "docs/fleet.md").read_text()
    described = []
    for row in re.findall(r"^\| (`[^|]*`) \|", page, re.MULTILINE):
        described += re.findall(r"`(\w+)`", row)
    with duckdb.connect() as database:
        database.execute(f"create view profile as from '{path}'")
        types = {name: kind for name, kind, *_ in database.execute("describe profile").fetchall()
                 if name != "fsfind_profile"}
        rows = database.execute("select cpu_id, kind, build_id from profile "
                                "where kind <> 'profile'").fetchall()
        header = database.execute("select fsfind_profile from profile "
                                  "where kind = 'profile'").fetchall()
    names = [name for name in described if name in types and name != "kind"]
    assert names == [name for name in types if name != "kind"], (described, types)
    assert {types[name] for name in ("recording", "service", "labels", "object")} == {"VARCHAR"}
    assert {types[name] for name in ("samples", "line", "total_cost")} == {"BIGINT"}, types
    assert {types[name] for name in ("cost_squares", "cpu_cycles")} == {"DOUBLE"}, types
    assert types["time"].startswith("TIMESTAMP"), types
    assert [len(rows)] == [one["rows"] for (one,) in header], header
    assert {cpu_id for cpu_id, *_ in rows} == {"GenuineIntel,6,85,4"}
    build_id = subprocess.run(["readelf", "-n", ROOT / "fixtures/shard_stats/shard_stats"], check=True,
                              capture_output=True, text=True).stdout
    assert all(found and found in build_id for _, kind, found in rows if kind == "data")


def check_parquet(path):
    """The page's line makes the same rows in Parquet."""
    page = (ROOT / "docs/fleet.md").read_text()
    line, = re.findall(r'duckdb -c "(copy [^"]*)"', page)
    parquet = path.with_name("week.parquet")
    with duckdb.connect() as database:
        database.execute(line.replace("week.ndjson.zst", str(path)).replace("week.parquet", str(parquet)))
        ours = database.execute(f"from '{path}' where kind <> 'profile'")
        names, rows = [column[0] for column in ours.description], ours.fetchall()
        columns = ", ".join(names)
        assert rows == database.execute(f"select {columns} from '{parquet}'").fetchall()


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        paths = [check_sums(str(ROOT / "fixtures" / name), folder) for name in RECORDINGS]
        check_columns(paths[0])
        check_interval(str(ROOT / "fixtures" / RECORDINGS[0]), paths[0])
        merged = folder / "all.ndjson.zst"
        run("merge", *paths, paths[0], "-o", merged)
        assert sums_of(merged)["recordings"] == len(RECORDINGS)
        check_parquet(merged)
    print(f"{len(RECORDINGS)} profiles read")


main()
