// `fsfind machine`: what it writes about the machine it runs on, and how it ends.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace {

constexpr const char *kShort = "\"$FSFIND\" machine -q --time 1 ";

/// A program in Python for a document in m.json.
std::string inPython(const std::string &program) {
  return " && python3 -c 'import json\nm = json.load(open(\"m.json\"))\n" + program + "'";
}

} // namespace

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
                   "  assert 0.5 < t[\"low_ns\"] <= t[\"median_ns\"] <= t[\"high_ns\"]\n"
                   "pairs = {k[:2] for k in seen}\n"
                   "whole = len(cpus) * (len(cpus) - 1) // 2\n"
                   "assert len(pairs) == whole or m[\"measurement\"][\"cells_left_out\"]\n"
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
                   "  assert 0.5 < l[\"low_ns\"] <= l[\"median_ns\"] <= l[\"high_ns\"]\n"
                   "for b in m[\"bandwidths\"]:\n"
                   "  assert 1 <= b[\"threads\"] <= len(m[\"cpus\"])\n"
                   "  assert 0 < b[\"low_gb_per_s\"] <= b[\"high_gb_per_s\"]\n"
                   "cells = m[\"memory_latencies\"] + m[\"bandwidths\"]\n"
                   "unbound = any(\"mbind\" in n for n in m[\"notes\"])\n"
                   "assert cells or unbound\n"
                   "assert not m[\"transfers\"]\n"
                   "print(\"sound\")"));
  EXPECT_EQ(result.out, "sound\n") << result.err;
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

} // namespace fsfind::test
