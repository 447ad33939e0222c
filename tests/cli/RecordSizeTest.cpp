// fsfind record --max-size: a recording that reaches its limit is thinned, and stands for the whole
// run all the same.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fsfind::test {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace recordSizeTest {

const std::string kRecord = "\"$FSFIND\" record --engine=simulate ";

/// Four threads contend for two lines, for one of them far more often; in the second half of the
/// run for a third line as well, which is the least contended one. Ends with 3.
constexpr const char *kContends = R"(
#include <pthread.h>
struct line { volatile long at[8]; } __attribute__((aligned(64)));
static struct line often, seldom, late;
static void *count(void *which) {
  const long n = (long)which, rounds = 400000;
  for (long i = 0; i < rounds; ++i) {
    ++often.at[n];
    if (i % 64 == 0)
      ++seldom.at[n];
    if (i > rounds / 2 && i % 128 == 0)
      ++late.at[n];
  }
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, count, (void *)i);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  return 3;
}
)";

const std::string kCompiled = compiled("contends", kContends);

class MaxSize : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  /// The contended lines, and their samples' part of all, by rank.
  static std::vector<std::pair<std::string, double>> ranking(const nlohmann::json &report) {
    std::vector<std::pair<std::string, double>> lines;
    for (const auto &line : report["lines"])
      lines.emplace_back(line["address"], line["samples"].get<double>() /
                                              report["summary"]["samples"].get<double>());
    return lines;
  }
};

TEST_F(MaxSize, CommandRunsToItsEndAndTheFileStaysBelow) {
  const RunResult result = run(kCompiled + kRecord +
                               "--max-size 1 ./contends; echo code $?; "
                               "stat -c 'bytes %s' perf.data");
  EXPECT_THAT(result.out, HasSubstr("code 3\n"));
  EXPECT_THAT(result.out, ContainsRegex("bytes [1-9][0-9][0-9][0-9][0-9][0-9]\n")) << "below 10^6";
  EXPECT_THAT(result.err,
              ContainsRegex("limit of 1 MB was reached; the recording now has one of (8|16|32) "
                            "samples, of the whole run: each stands for [0-9]+ slow loads"));
}

TEST_F(MaxSize, ItsReportIsThatOfTheWholeRun) {
  const RunResult result =
      run(kCompiled + kRecord + "-q --max-size 1 -o part.data ./contends; " + kRecord +
          "-q -o whole.data ./contends; \"$FSFIND\" report --format=json part.data && "
          "\"$FSFIND\" report --format=json whole.data >&2");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto part = nlohmann::json::parse(result.out), whole = nlohmann::json::parse(result.err);
  EXPECT_LT(part["summary"]["samples"].get<double>(),
            whole["summary"]["samples"].get<double>() / 7);
  EXPECT_THAT(part["notes"].dump(), HasSubstr("shares, costs and rates are estimates"));
  EXPECT_THAT(whole["notes"].dump(), Not(HasSubstr("--max-size")));
  const double tolerance = 0.2; // no two runs are equal
  for (const char *total : {"estimated_loads", "estimated_stores"})
    EXPECT_NEAR(part["summary"][total].get<double>() / whole["summary"][total].get<double>(), 1,
                tolerance)
        << total;
  const auto few = ranking(part), all = ranking(whole);
  ASSERT_EQ(few.size(), all.size());
  ASSERT_GE(few.size(), 3U);
  for (std::size_t i = 0; i < few.size(); ++i) {
    EXPECT_EQ(few[i].first, all[i].first) << i;
    EXPECT_NEAR(few[i].second, all[i].second, 0.04) << i;
  }
}

TEST_F(MaxSize, PerfReadsIt) {
  if (run("perf --version").exit_code != 0)
    GTEST_SKIP() << "there is no perf";
  const RunResult result =
      run(kCompiled + kRecord +
          "-q --max-size 1 ./contends; perf script -i perf.data -F ip,addr,period | wc -l; "
          "perf c2c report -i perf.data --stats | grep 'Total records'; \"$FSFIND\" report "
          "--stats | grep 'Total records'");
  std::istringstream words(result.out);
  std::string scripted, line, perf, fsfind;
  std::getline(words, scripted);
  std::getline(words, perf);
  std::getline(words, fsfind);
  EXPECT_THAT(perf, HasSubstr(scripted)) << result.err;
  EXPECT_EQ(perf, fsfind);
}

TEST_F(MaxSize, CompressedItIsReadByPerfToo) {
  const RunResult result = run(
      kCompiled + kRecord + "-q -z -o z.data ./contends; " + kRecord +
      "-q -o plain.data ./contends; for data in z.data plain.data; do stat -c %s $data; "
      "\"$FSFIND\" report --stats $data | grep 'Total records'; if perf --version >/dev/null "
      "2>&1; then perf c2c report -i $data --stats; else \"$FSFIND\" report --stats $data; fi | "
      "grep 'Total records'; done");
  std::istringstream words(result.out);
  std::vector<std::string> lines;
  for (std::string line; std::getline(words, line);)
    lines.push_back(line);
  ASSERT_EQ(lines.size(), 6U) << result.out << result.err;
  EXPECT_LT(std::stoul(lines[0]) * 4, std::stoul(lines[3]));
  EXPECT_EQ(lines[1], lines[2]);
  EXPECT_EQ(lines[4], lines[5])
      << "of another run, which a busy host may make differ from the first";
}

} // namespace recordSizeTest

} // namespace fsfind::test
