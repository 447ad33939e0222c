// How a recording was made, so that the next one can be made alike.
#include "cli/commands/RecordOptions.h"

#include <gtest/gtest.h>

namespace fsfind::cli {

namespace recordedByTest {

Source recordedWith(std::vector<std::string> words) {
  Source source;
  source.simulated = true;
  source.command_line = std::move(words);
  return source;
}

TEST(RecordedBy, HasTheOptionsOfTheCommandLine) {
  const RecordArguments arguments = recordedBy(
      recordedWith({"/usr/bin/fsfind", "record", "-q", "--seed=5", "--quantum", "50", "--window",
                    "5000", "--period-loads", "2", "./bench", "--seed", "9"}));
  EXPECT_EQ(arguments.engine, "simulate");
  EXPECT_EQ(simulationOf(arguments).seed, 5U);
  EXPECT_EQ(simulationOf(arguments).quantum, 50U);
  EXPECT_EQ(simulationOf(arguments).window, 5000U);
  EXPECT_EQ(simulationOf(arguments).load_period, 2U);
}

TEST(RecordedBy, RecordsInstrumentedCodeAgainBySuchCode) {
  EXPECT_EQ(recordedBy(recordedWith({"fsfind", "record", "--engine=instrumented", "./run"})).engine,
            "instrumented");
}

TEST(RecordedBy, KnowsOnlyTheEngineOfOthers) {
  const record::Simulation defaults;
  for (const auto &words :
       std::vector<std::vector<std::string>>{{},
                                             {"fsfind"},
                                             {"other", "run", "--seed=5"},
                                             {"fsfind", "record", "--seed=none", "x"}}) {
    const RecordArguments arguments = recordedBy(recordedWith(words));
    EXPECT_EQ(arguments.engine, "simulate");
    EXPECT_EQ(simulationOf(arguments).seed, defaults.seed);
  }
  EXPECT_EQ(recordedBy({}).engine, "hardware");
}

TEST(RecordedBy, HasAnEngineThatCountsWhereAClockSampled) {
  Source source;
  source.by_clock.emplace();
  EXPECT_EQ(recordedBy(source).engine, "auto");
}

} // namespace recordedByTest
} // namespace fsfind::cli
