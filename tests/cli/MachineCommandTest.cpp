// `fsfind machine`: what it writes about the machine it runs on, and how it ends.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace machineCommandTest {

constexpr const char *kShort = "\"$FSFIND\" machine -q --time 1 ";

/// A program in Python for a document.
std::string inPythonOf(const std::string &path, const std::string &program) {
  return "python3 -c 'import json, sys\nm = json.load(open(sys.argv[1]))\n" + program + "' \"" +
         path + "\"";
}

/// The same, after other commands, for the document in m.json.
std::string inPython(const std::string &program) {
  return " && " + inPythonOf("m.json", program);
}

/// Puts a script in fio's place.
std::string fakeFio(const std::string &script) {
  return "mkdir bin; cat >bin/fio <<'END'\n#!/bin/sh\n" + script +
         "\nEND\nchmod +x bin/fio; export PATH=$PWD/bin:$PATH; ";
}

TEST(Machine, WritesWhatItsSchemaSays) {
  const RunResult result = run(std::string(kShort) + "--format=json -o m.json && python3 "
                                                     "\"$F/../tests/cli/validate_schema.py\" "
                                                     "\"$F/../docs/machine.schema.json\" m.json");
  if (result.exit_code == 77)
    GTEST_SKIP() << "skipped: " << result.out;
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Machine, MeasuresEachPairOnceWithTimesThatCanBe) {
  const RunResult result =
      run(std::string(kShort) + "--only transfers --format=json -o m.json" +
          inPython("cpus = [c[\"cpu\"] for c in m[\"cpus\"]]\n"
                   "seen = set()\n"
                   "for t in m[\"transfers\"]:\n"
                   "  assert t[\"a\"] in cpus and t[\"b\"] in cpus and t[\"a\"] != t[\"b\"]\n"
                   "  key = (min(t[\"a\"], t[\"b\"]), max(t[\"a\"], t[\"b\"]), t[\"home_node\"])\n"
                   "  assert key not in seen\n"
                   "  seen.add(key)\n"
                   "  if t[\"missing\"] is None:\n"
                   "    assert 0.5 < t[\"low_ns\"] <= t[\"median_ns\"] <= t[\"high_ns\"]\n"
                   "pairs = {k[:2] for k in seen}\n"
                   "assert len(pairs) == len(cpus) * (len(cpus) - 1) // 2\n"
                   "assert sum(p[\"cells\"] for p in m[\"prices\"]) <= len(seen)\n"
                   "print(\"sound\")"));
  EXPECT_EQ(result.out, "sound\n") << result.err;
}

TEST(Machine, ShowsAFileAsItWouldShowTheMachine) {
  const RunResult result =
      run(std::string(kShort) + "--only transfers --format=json -o m.json && \"$FSFIND\" machine "
                                "m.json && \"$FSFIND\" machine m.json --format=json -o again.json "
                                "&& cmp m.json again.json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("fsfind machine: "));
}

TEST(Machine, MeasuresOnlyCpusThatItMayUse) {
  const RunResult result = run("first=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//'); taskset -c "
                               "$first " +
                               std::string(kShort) + "--only transfers");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("one CPU: what a transfer takes cannot be measured"));
  EXPECT_THAT(result.out, Not(HasSubstr("same L3")));
}

TEST(Machine, SaysWhatIsWrongWithItsArguments) {
  for (const std::string bad : {"--time 0", "--time nan", "--time -1", "--only cores",
                                "--handover mail", "--seed -1", "--format=csv"}) {
    const RunResult result = run("\"$FSFIND\" machine " + bad);
    EXPECT_EQ(result.exit_code, 2) << bad;
    EXPECT_THAT(result.out, IsEmpty()) << bad;
  }
  const RunResult missing = run("\"$FSFIND\" machine nowhere.json");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("nowhere.json: cannot be read"));
  const RunResult other = run("echo '{}' >other.json; \"$FSFIND\" machine other.json");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("other.json: is not a file of fsfind machine"));
}

// Before it measures: nobody waits for a result that cannot be kept.
TEST(Machine, OutputThatCannotBeWrittenIsAnError) {
  const RunResult result = run("\"$FSFIND\" machine -q --time 600 -o no/such/folder/m.json");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("no/such/folder/m.json"));
}

TEST(Machine, ClosedOutputIsAnErrorAndAClosedPipeIsNone) {
  const RunResult closed = run("\"$FSFIND\" machine -q --time 0.1 --only transfers >&-");
  EXPECT_EQ(closed.exit_code, 2);
  EXPECT_THAT(closed.err, Not(IsEmpty()));
  EXPECT_EQ(run("(\"$FSFIND\" machine -q --time 0.1 --only transfers; echo $? >code) | true; "
                "cat code")
                .out,
            "0\n");
}

TEST(Machine, MeasuresMemoryThatCanBe) {
  const RunResult result =
      run("\"$FSFIND\" machine -q --time 3 --only memory --format=json -o m.json" +
          inPython("for l in m[\"memory_latencies\"]:\n"
                   "  assert l[\"node\"] in m[\"machine\"][\"nodes\"]\n"
                   "  if l[\"missing\"] is None:\n"
                   "    assert 0.5 < l[\"low_ns\"] <= l[\"median_ns\"] <= l[\"high_ns\"]\n"
                   "for b in m[\"bandwidths\"]:\n"
                   "  assert 1 <= b[\"threads\"] <= len(m[\"cpus\"])\n"
                   "  if b[\"missing\"] is None:\n"
                   "    assert 0 < b[\"low_gb_per_s\"] <= b[\"high_gb_per_s\"]\n"
                   "cells = m[\"memory_latencies\"] + m[\"bandwidths\"]\n"
                   "unbound = any(\"mbind\" in n for n in m[\"notes\"])\n"
                   "assert cells or unbound\n"
                   "assert not m[\"transfers\"]\n"
                   "print(\"sound\")"));
  EXPECT_EQ(result.out, "sound\n") << result.err;
}

TEST(Machine, CellsWithoutTimeAreListedAndCounted) {
  const RunResult result =
      run("\"$FSFIND\" machine -q --time 0.1 --only memory --format=json -o m.json && "
          "\"$FSFIND\" machine m.json >m.txt" +
          inPython("cells = m[\"memory_latencies\"] + m[\"bandwidths\"]\n"
                   "out = [c for c in cells if c[\"missing\"] == \"no-time\"]\n"
                   "assert len(out) == m[\"measurement\"][\"cells_left_out\"] > 0\n"
                   "text = open(\"m.txt\").read()\n"
                   "assert \" ?\" in text\n"
                   "assert f\"no time was left for {len(out)} cell\" in text\n"
                   "print(\"sound\")"));
  EXPECT_EQ(result.out, "sound\n") << result.err;
}

TEST(Machine, ReportSaysWhereAFileHasNoPrice) {
  const RunResult result =
      run(inPythonOf("$F/machines/epyc-2.json", "for c in m[\"cpus\"]:\n"
                                                "  c[\"core\"] = 0\n"
                                                "json.dump(m, open(\"siblings.json\", \"w\"))") +
          " && \"$FSFIND\" report --machine siblings.json \"$F/shard_stats/perf.data\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("siblings.json has no price for the distances of its "
                                    "contended loads"));
  EXPECT_THAT(result.out, Not(HasSubstr("by measured prices")));
}

TEST(Machine, MeasuresStorageAndLeavesNothingThere) {
  if (run("command -v fio").exit_code != 0)
    GTEST_SKIP() << "skipped: no fio";
  const RunResult result = run(
      "mkdir s && \"$FSFIND\" machine -q --time 3 --only transfers --storage s --format=json "
      "-o m.json && \"$FSFIND\" machine m.json >m.txt && ls -A s && python3 "
      "\"$F/../tests/cli/validate_schema.py\" \"$F/../docs/machine.schema.json\" m.json" +
      inPython("s = m[\"storage\"]\n"
               "assert s[\"folder\"] == \"s\" and s[\"file_bytes\"] >= 16 << 20\n"
               "assert {n[\"cpu_node\"] for n in s[\"nodes\"]} == set(m[\"machine\"][\"nodes\"])\n"
               "for n in s[\"nodes\"]:\n"
               "  names = [\"alone\"]\n"
               "  if n[\"memory_threads\"]:\n"
               "    names += [\"beside_triads\", \"triads_alone\", \"triads_beside\"]\n"
               "  for name in names:\n"
               "    assert n[name][\"missing\"] or n[name][\"median_gb_per_s\"] > 0, name\n"
               "  assert not n[\"alone\"][\"missing\"]\n"
               "text = open(\"m.txt\").read()\n"
               "assert \"Sequential reads from storage\" in text\n"
               "one_node = \"one node: storage is read by near CPUs only\" in text\n"
               "assert one_node == (len(s[\"nodes\"]) == 1)\n"
               "print(\"sound\")"));
  EXPECT_THAT(result.out, HasSubstr("sound\n")) << result.err;
}

TEST(Machine, ReadsThroughThePageCacheWhereNothingElseGoes) {
  const RunResult result =
      run(fakeFio("case \"$*\" in *--direct=1*) error=22;; *) error=0;; esac\n"
                  "echo \"fio: a message\"\n"
                  "echo '{\"jobs\":[{\"error\":'$error',\"read\":{\"bw_bytes\":4e9}}]}'\n") +
          "\"$FSFIND\" machine -q --time 1 --only transfers --storage .");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("read by the page cache"));
  EXPECT_THAT(result.out, HasSubstr("does not read past the page cache (direct)"));
  EXPECT_THAT(result.out, testing::ContainsRegex("near +4\\.0"));
}

TEST(Machine, SaysWhatIsWrongWithStorage) {
  const std::string measure = "\"$FSFIND\" machine -q --time 1 --only transfers --storage ";
  for (const auto &[command, words] : std::vector<std::pair<std::string, std::string>>{
           {"mkdir bin; PATH=$PWD/bin " + measure + ".", "there is no fio"},
           {measure + "nowhere", "'nowhere' is not a directory"},
           {fakeFio("echo '<html>'") + measure + ".", "fio: printed no result: <html>"},
           {fakeFio("echo '{\"jobs\":[{\"read\":{\"bw_bytes\":-1}}]}'") + measure + ".",
            "jobs[0].read.bw_bytes is not a number of 0 or more"},
           {fakeFio("echo '{\"jobs\":[{\"error\":5,\"read\":{\"bw_bytes\":0}}]}'") + measure + ".",
            "cannot read a file of .: Input/output error"},
       }) {
    const RunResult result = run(command);
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_THAT(result.out, IsEmpty());
  }
}

TEST(Machine, InterruptWhileStorageIsReadLeavesNoFile) {
  const RunResult result =
      run(fakeFio("touch started; sleep 1; echo '{\"jobs\":[{\"read\":{\"bw_bytes\":9}}]}'") +
          "set -m; (trap - INT; exec \"$FSFIND\" machine -q --time 2 --only transfers --storage . "
          "-o m.txt) & pid=$!; until [ -e started ] || ! kill -0 $pid; do sleep 0.1; done; kill "
          "-INT -$pid; wait $pid; echo $?; ls -A");
  EXPECT_EQ(result.out, "130\nbin\nstarted\n") << result.err;
}

/// A fio that does not end by itself.
std::string endlessFio() {
  return fakeFio("echo $$ >id; mv id started; trap '' INT TERM; exec sleep 300") +
         "measure='machine -q --time 1 --only transfers --storage .'; "
         "begun() { until [ -e started ] || ! kill -0 $pid; do sleep 0.1; done; }; "
         "ended() { for i in $(seq 100); do kill -0 $(cat started) 2>kill.txt || { echo ended; "
         "break; }; sleep 0.1; done; }; ";
}

TEST(Machine, FioEndsWithAnInterrupt) {
  const RunResult result = run(
      endlessFio() + "set -m; (trap - INT; exec \"$FSFIND\" $measure) & pid=$!; begun; kill -INT "
                     "$pid; wait $pid; echo $?; ended");
  EXPECT_EQ(result.out, "130\nended\n") << result.err;
}

TEST(Machine, FioEndsIfFsfindIsKilled) {
  const RunResult result = run(endlessFio() + "\"$FSFIND\" $measure & pid=$!; begun; kill -KILL "
                                              "$pid; wait $pid; echo $?; ended");
  EXPECT_EQ(result.out, "137\nended\n") << result.err;
}

TEST(Machine, FioThatDoesNotEndIsAnError) {
  const RunResult result = run(endlessFio() + "\"$FSFIND\" $measure; echo $?; ended");
  EXPECT_EQ(result.out, "2\nended\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("fio: still ran 5 s after it was to end"));
}

TEST(Machine, WithoutTimeOnlyTheFirstReadingOfStorageIsMade) {
  const RunResult result =
      run(fakeFio("echo run >>runs; sleep 1; echo '{\"jobs\":[{\"read\":{\"bw_bytes\":4e9}}]}'") +
          "\"$FSFIND\" machine -q --time 1 --only transfers --storage . --format=json -o m.json; "
          "grep -c run runs" +
          inPython("for n in m[\"storage\"][\"nodes\"]:\n"
                   "  first = n is m[\"storage\"][\"nodes\"][0]\n"
                   "  assert n[\"alone\"][\"missing\"] == (None if first else \"no-time\"), n\n"
                   "  if n[\"memory_threads\"]:\n"
                   "    for name in [\"beside_triads\", \"triads_alone\", \"triads_beside\"]:\n"
                   "      assert n[name][\"missing\"] == \"no-time\", n\n"
                   "print(\"sound\")"));
  EXPECT_EQ(result.out, "2\nsound\n") << result.err; // whether direct is allowed, and a reading
}

TEST(Machine, PricesTheTransfersOfAReport) {
  const RunResult text = run("\"$FSFIND\" report --machine \"$F/machines/epyc-2.json\" "
                             "\"$F/shard_stats/perf.data\"");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("transfers as measured on AMD EPYC"));
  EXPECT_THAT(text.out, HasSubstr("have a price by their distance"));
  const RunResult json =
      run("\"$FSFIND\" report --machine \"$F/machines/epyc-2.json\" --format=json -o m.json "
          "\"$F/shard_stats/perf.data\" && python3 \"$F/../tests/cli/validate_schema.py\" "
          "\"$F/../docs/report.schema.json\" m.json" +
          inPython("time = m[\"findings\"][0][\"cost\"][\"transfer_time\"]\n"
                   "price = m[\"machine\"][\"prices\"][0]\n"
                   "assert price[\"distance\"] == \"same-l3\"\n"
                   "mean = time[\"transfers\"] * time[\"priced_share\"] * price[\"median_ns\"]\n"
                   "assert abs(time[\"time_ns\"] / mean - 1) < 1e-6\n"
                   "print(\"sound\")"));
  EXPECT_THAT(json.out, HasSubstr("sound\n")) << json.err;
}

TEST(Machine, ReportSaysWhatIsWrongWithPrices) {
  for (const auto &[content, words] :
       {std::pair<std::string, std::string>{"", "m.json: is empty"},
        {"{\"schema\":1,", "m.json: is not whole JSON"},
        {"{\"schema\":9,\"machine\":{}}", "m.json: is not in schema 1"},
        {"{\"schema\":1,\"machine\":{},\"cpus\":[],\"transfers\":[]}",
         "m.json: has no transfers that were measured"}}) {
    const RunResult result = run("printf '%s' '" + content +
                                 "' >m.json; \"$FSFIND\" report "
                                 "--machine m.json \"$F/shard_stats/perf.data\"");
    EXPECT_EQ(result.exit_code, 2) << content;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_THAT(result.out, IsEmpty());
  }
}

TEST(Machine, InterruptEndsItAndLeavesNoFile) {
  // The whole process group gets the signal, as from Ctrl-C.
  const RunResult result =
      run("set -m; (trap - INT; exec \"$FSFIND\" machine -q --time 600 --format=json -o m.json) & "
          "pid=$!; sleep 1; kill -INT -$pid; wait $pid; echo $?; ls");
  EXPECT_EQ(result.out, "130\n");
}

} // namespace machineCommandTest

} // namespace fsfind::test
