// What simulated recordings tell of waiting: of stores, of loops that wait, by whose latencies.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fsfind::test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace recordWaitsTest {

const std::string kRecord = "\"$FSFIND\" record --engine=simulate --no-allocations -q ";

/// Four threads pass a gate one at a time, beside which the holder counts. With an argument, they
/// do not wait for anybody, but sum what one of them changes, ten times before each pause.
constexpr const char *kGate = R"(
#include <pthread.h>
#include <stdatomic.h>
static struct gate { atomic_int taken; volatile long passed; } gate __attribute__((aligned(64)));
static volatile long sums[4][16] __attribute__((aligned(64)));
static void *pass(void *own) {
  for (int i = 0; i < 1000; ++i) {
    for (;;) {
      while (atomic_load_explicit(&gate.taken, memory_order_relaxed))
        ;
      if (!atomic_exchange(&gate.taken, 1))
        break;
    }
    for (int j = 0; j < 40; ++j)
      gate.passed++;
    atomic_store_explicit(&gate.taken, 0, memory_order_release);
    for (int j = 0; j < 100; ++j)
      ((volatile long *)own)[j % 16]++;
  }
  return 0;
}
static void *look(void *own) {
  for (int i = 0; i < 4000; ++i) {
    long sum = 0;
    for (int j = 0; j < 10; ++j)
      sum += gate.passed;
    *(volatile long *)own += sum;
    if (own == sums[0])
      gate.passed++;
  }
  return 0;
}
int main(int count, char **words) {
  (void)words;
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, count > 1 ? look : pass, (void *)sums[i]);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
}
)";

/// Two threads store side by side, and load nothing of it.
constexpr const char *kMarks = R"(
#include <pthread.h>
static struct marks { volatile long left, right; } marks __attribute__((aligned(64)));
static void *mark(void *at) {
  for (long i = 0; i < 50000; ++i)
    *(volatile long *)at = i;
  return 0;
}
int main(void) {
  pthread_t left, right;
  pthread_create(&left, 0, mark, (void *)&marks.left);
  pthread_create(&right, 0, mark, (void *)&marks.right);
  pthread_join(left, 0);
  pthread_join(right, 0);
}
)";

class Waits : public testing::Test {
protected:
  void SetUp() override {
    if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
      GTEST_SKIP() << missing;
  }

  /// The report of what `command` records.
  static nlohmann::json reportOf(const std::string &command) {
    const RunResult result = run(command + " && \"$FSFIND\" report --format=json");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
  }
};

TEST_F(Waits, OfALockAreToldFromWork) {
  const std::string compiled_gate = compiled("gate", kGate, "-O1");
  const nlohmann::json report = reportOf(compiled_gate + kRecord + "--period-loads 1 ./gate");
  const nlohmann::json &cost = report.at("findings").at(0).at("cost");
  ASSERT_TRUE(cost.at("spin_share").is_number());
  EXPECT_GT(cost.at("spin_share"), 0.005) << "how long threads wait is the host's affair";
  const RunResult text =
      run(compiled_gate + kRecord + "--period-loads 1 ./gate && \"$FSFIND\" report");
  EXPECT_THAT(text.out, HasSubstr("of the contended loads only wait, in a loop, for what another"));
}

TEST_F(Waits, LoopsThatLoadWhatOthersChangeDoNotWait) {
  const nlohmann::json report =
      reportOf(compiled("gate", kGate, "-O1") + kRecord + "--period-loads 1 ./gate look");
  const nlohmann::json &cost = report.at("findings").at(0).at("cost");
  EXPECT_GT(cost.at("hitm"), 50);
  EXPECT_TRUE(cost.at("spin_share").is_null()) << cost.at("spin_share");
}

TEST_F(Waits, OfStoresAreTheCostWhereNothingIsLoaded) {
  const std::string record =
      compiled("marks", kMarks, "-O1") + kRecord + "--period-stores 5 ./marks";
  const nlohmann::json cost = reportOf(record).at("findings").at(0).at("cost");
  EXPECT_GT(cost.at("store_share").at("value"), 0.35);
  EXPECT_TRUE(cost.at("share").is_null());
  const RunResult text = run(record + " && \"$FSFIND\" report");
  EXPECT_THAT(text.out, HasSubstr("cost: stores waited for"));
  EXPECT_THAT(text.out, HasSubstr("of all sampled latency of loads and stores"));
}

TEST_F(Waits, TakeAsLongAsOnTheMachineThatWasMeasured) {
  const nlohmann::json report = reportOf(compiled("marks", kMarks, "-O1") + kRecord +
                                         "--nodes 1 --machine \"$F/machines/epyc-2.json\" ./marks");
  const std::string cpu = report.at("source").at("cpu");
  EXPECT_THAT(cpu, HasSubstr("latencies of AMD EPYC by"));
  EXPECT_THAT(cpu, HasSubstr("316 cycles for a modified line"));
}

TEST(MachineOfARecording, ThatCannotBeUsedIsAnError) {
  for (const auto &[content, engine, words] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"", "simulate", "m.json: is empty"},
           {"{\"schema\":1,", "simulate", "m.json: is not whole JSON"},
           {"{\"schema\":9,\"machine\":{}}", "simulate", "m.json: is not in schema 1"},
           {R"({"schema":1,"machine":{},"cpus":[],"transfers":[]})", "simulate",
            "m.json: has no transfers that were measured"},
           {"", "hardware", "--machine: is for simulation"}}) {
    const RunResult result =
        run("printf '%s' '" + content + "' >m.json; \"$FSFIND\" record --engine=" + engine +
            " --machine m.json /bin/true; code=$?; ls; exit $code");
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(result.out, "m.json\n") << "nothing was recorded";
  }
  const RunResult two_nodes = run("\"$FSFIND\" record --engine=simulate --machine "
                                  "\"$F/machines/epyc-2.json\" /bin/true");
  EXPECT_EQ(two_nodes.exit_code, 2);
  EXPECT_THAT(two_nodes.err, HasSubstr("has no price of transfers between nodes; simulate what it "
                                       "has measured, with --nodes 1"));
}

} // namespace recordWaitsTest

} // namespace fsfind::test
