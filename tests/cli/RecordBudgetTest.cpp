// fsfind record --budget: a long program is simulated in bursts.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fsfind::test {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace recordBudgetTest {

const std::string kRecord = "\"$FSFIND\" record --engine=simulate --no-allocations ";

/// Two threads that count in neighbouring elements, for about eight periods of a budget of 10 %.
constexpr const char *kCounts = R"(
#include <pthread.h>
static struct { volatile long at[8]; } counted __attribute__((aligned(64)));
static void *count(void *at) {
  for (long i = 0; i < 8000000; ++i)
    ++*(volatile long *)at;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, count, (void *)&counted.at[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
}
)";

const std::string kCompiled = compiled("counts", kCounts);

class Budget : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }
};

TEST(BudgetOption, SaysWhatItDoesNotGoWith) {
  for (const auto &[arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"--window 0 ls", "--window"},
           {"--window 499 ls", "from 500 to 60000"},
           {"--window 60001 ls", "from 500 to 60000"},
           {"--quantum 60001 ls", "at most 60000"},
           {"--budget 10 --engine=hardware ls", "--budget: is for simulation"},
           {"--budget 0 ls", "--budget"},
           {"-o - ls", "a recording is written to a file"},
           {"--budget 101 ls", "--budget"}}) {
    const RunResult result = run("\"$FSFIND\" record " + arguments + "; code=$?; ls; exit $code");
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(result.out, "") << arguments;
  }
}

TEST_F(Budget, FindsTheSameByATenthOfTheInstructions) {
  const RunResult result = run(kCompiled + kRecord + "--budget 10 ./counts && \"$FSFIND\" report");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("10 % of them in bursts"));
  EXPECT_THAT(result.out, HasSubstr("false sharing, write-write  high confidence"));
  EXPECT_THAT(result.out, ContainsRegex("counted.\\{at\\[[01]\\], at"));
  EXPECT_THAT(result.out, ContainsRegex("bursts +simulated in [0-9]+ bursts, which saw"));
}

TEST_F(Budget, TheReportSaysWhatWasSeen) {
  const RunResult result =
      run(kCompiled + kRecord + "-q --budget 10 ./counts && \"$FSFIND\" report --format=json && " +
          kRecord +
          "-q ./counts && "
          "\"$FSFIND\" report --format=json >whole && "
          "cat whole >&2");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto part = nlohmann::json::parse(result.out), whole = nlohmann::json::parse(result.err);
  const auto &seen = part["summary"]["seen"];
  EXPECT_GT(seen["share"], 0.07);
  EXPECT_LT(seen["share"], 0.2);
  EXPECT_GT(seen["bursts"], 3);
  EXPECT_TRUE(whole["summary"]["seen"].is_null());
  const double stores = whole["summary"]["estimated_stores"];
  EXPECT_NEAR(part["summary"]["estimated_stores"].get<double>(), stores, stores / 5);
  const double loads = 10.0 * (whole["classes"]["load-local-hitm"].get<double>() +
                               whole["classes"]["load-remote-hitm"].get<double>());
  EXPECT_GT(seen["contended_loads"]["value"], loads / 2);
  EXPECT_LT(seen["contended_loads"]["value"], loads * 2);
  EXPECT_LT(seen["contended_loads"]["low"], seen["contended_loads"]["value"]);
  EXPECT_GT(seen["contended_loads"]["high"], seen["contended_loads"]["value"]);
}

TEST_F(Budget, DiffSaysThatItComparesEstimates) {
  const RunResult result = run(
      kCompiled + kRecord + "-q --budget 10 -o a.data ./counts && " + kRecord +
      "-q --budget 10 --seed 2 -o b.data ./counts && \"$FSFIND\" report --format=json -o a.json "
      "a.data && \"$FSFIND\" diff a.json b.data && \"$FSFIND\" diff --format=json a.data b.data "
      ">&2");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("a.json, .*, simulated in bursts that saw"));
  EXPECT_THAT(result.out, ContainsRegex("b.data, .*, simulated in bursts that saw"));
  EXPECT_THAT(result.out, HasSubstr("Rates of a recording in bursts are estimates"));
  EXPECT_THAT(result.out, HasSubstr("0 new, 0 worse, 1 unchanged, 0 better, 0 gone"));
  EXPECT_GT(nlohmann::json::parse(result.err)["before"]["seen"], 0.05);
}

TEST_F(Budget, AShortProgramIsSeenWhole) {
  const RunResult result =
      run(kRecord + "-q --budget 5 /bin/true && \"$FSFIND\" report --format=json --show-all");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)["summary"]["seen"]["share"], 1.0);
}

} // namespace recordBudgetTest

} // namespace fsfind::test
