// Which edits are kept, by what trials of them show.
#include "cli/prove/Selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fsfind::prove {

namespace proveSelectionTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Finding findingOf(const std::string &record) {
  Finding finding;
  finding.record = RecordInfo{record, {"a.h", 1, 1}, 16, 0};
  finding.members = {{"head", {}, 0, 8, {}, {"1"}, 0}, {"tail", {}, 8, 8, {}, {"2"}, 0}};
  finding.advice.emplace_back().edits = {{"a.h", 1, 1, 1, 1, "x"}};
  return finding;
}

constexpr std::uint64_t kCycles = 100; ///< of a contended load

ContendedDatum headOf(const std::string &record, std::uint64_t loads) {
  return {record + "_object", "head", record, loads, loads * kCycles};
}

/// Recordings of these data, whose costs differ by up to 3 %; all else costs `rest` cycles.
std::vector<Recorded> recordingsOf(const std::vector<ContendedDatum> &data,
                                   std::uint64_t rest = 0) {
  std::vector<Recorded> recordings;
  for (unsigned i = 0; i < kRecordings; ++i) {
    Recorded &one = recordings.emplace_back(Recorded{rest, data});
    for (ContendedDatum &datum : one.data) {
      datum.cost = datum.cost * (100 + i - kRecordings / 2) / 100;
      one.cost += datum.cost;
    }
  }
  return recordings;
}

/// A program with three records; an edit of one leaves a tenth of its loads.
class Program {
public:
  Trial operator()(const std::vector<Finding> &edited) {
    ++builds;
    std::set<std::string> names;
    for (const Finding &finding : edited)
      names.insert(finding.record->name);
    Trial trial;
    std::vector<ContendedDatum> data;
    for (const auto &[record, count] : loads) {
      const bool drifts = names.contains(record) && drifting.contains(record);
      const bool pays = names.contains(record) && !useless.contains(record) && !drifts;
      data.push_back(headOf(record, pays ? count / 10 : drifts ? count - 3 : count));
      if (drifts)
        data.push_back(elsewhere(3));
    }
    for (const std::string &name : names)
      if (breaking.contains(name))
        return {"the build fails with exit code 2", "  a.h:1: error\n", 0, 0, {}};
      else if (const auto to = moving_to.find(name); to != moving_to.end())
        data.push_back(headOf(to->second, names.contains(to->second) ? 0 : loads.at(name)));
      else if (moving.contains(name))
        data.push_back(elsewhere(loads.at(name)));
      else if (changing.contains(name))
        trial.output = 7;
    trial.recordings = recordingsOf(data);
    return trial;
  }

  static ContendedDatum elsewhere(std::uint64_t loads) {
    return {"elsewhere", "", "", loads, loads * kCycles};
  }

  std::map<std::string, std::uint64_t> loads = {{"A", 1000}, {"B", 500}, {"C", 200}};
  std::set<std::string> useless, breaking, moving, changing;
  std::set<std::string> drifting;               ///< no run is quite like another
  std::map<std::string, std::string> moving_to; ///< another record, which is not contended before
  int builds = 0;
};

class ProveSelectionTest : public testing::Test {
protected:
  Selection selected(bool steady = true) {
    Baseline before;
    before.trial = program({});
    before.steady = steady;
    program.builds = 0;
    const auto selection =
        select({findingOf("A"), findingOf("B"), findingOf("C")}, before,
               [&](const std::vector<Finding> &findings) { return program(findings); });
    EXPECT_TRUE(selection);
    return *selection;
  }
  static std::vector<std::string> proved(const Selection &selection) {
    std::vector<std::string> names;
    for (const Tried &one : selection.tried)
      if (one.proved())
        names.push_back(one.finding.record->name);
    return names;
  }

  Program program;
};

TEST_F(ProveSelectionTest, TriesAllTogetherFirst) {
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("A", "B", "C"));
  EXPECT_EQ(program.builds, 1);
  EXPECT_EQ(selection.tried[0].before.loads, 1000U);
  EXPECT_EQ(selection.tried[0].after.loads, 100U);
  EXPECT_EQ(selection.tried[0].before.cost, 1000U * kCycles);
  EXPECT_EQ(costOf(selection.after), 170U * kCycles);
  EXPECT_EQ(loadsOf(selection.after), 170U);
}

TEST_F(ProveSelectionTest, TakesBackWhatDoesNotPay) {
  program.useless = {"B"};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("A", "C"));
  EXPECT_EQ(selection.tried[1].after.cost, 500U * kCycles);
  EXPECT_EQ(program.builds, 2) << "all, then all but B";
}

TEST_F(ProveSelectionTest, DoesNotTryWhatIsHardlyContended) {
  program.loads = {{"A", 1000}, {"B", 0}, {"C", 3}};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("A"));
  EXPECT_THAT(selection.tried[1].against, HasSubstr("not contended"));
  EXPECT_THAT(selection.tried[2].against, HasSubstr("hardly contended"));
  EXPECT_EQ(program.builds, 1);
}

TEST_F(ProveSelectionTest, TriesWhatIsContendedOnlyWhenOthersAreNot) {
  program.loads = {{"A", 1000}, {"B", 0}, {"C", 0}};
  program.moving_to = {{"A", "B"}};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("A", "B"));
  EXPECT_EQ(selection.tried[1].before.loads, 1000U) << "with the edit of A";
  EXPECT_EQ(selection.tried[1].after.loads, 0U);
  EXPECT_EQ(program.builds, 2);
  program.useless = {"A"};
  EXPECT_THAT(proved(selected()), IsEmpty());
}

TEST_F(ProveSelectionTest, FindsTheEditThatBreaksTheBuild) {
  program.breaking = {"A"};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("B", "C"));
  EXPECT_EQ(selection.tried[0].against, "the build fails with exit code 2");
  EXPECT_EQ(selection.tried[0].said, "  a.h:1: error\n");
  EXPECT_EQ(selection.tried[0].after.loads, 1000U);
}

TEST_F(ProveSelectionTest, FindsTheEditThatChangesTheOutput) {
  program.changing = {"C"};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("A", "B"));
  EXPECT_EQ(selection.tried[2].against, "the program's output changes");
}

TEST_F(ProveSelectionTest, IgnoresOutputThatChangesByItself) {
  program.changing = {"C"};
  EXPECT_THAT(proved(selected(false)), ElementsAre("A", "B", "C"));
}

TEST_F(ProveSelectionTest, TakesBackWhatMovesContentionElsewhere) {
  program.moving = {"A"};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("B", "C"));
  EXPECT_THAT(selection.tried[0].against, HasSubstr("elsewhere is contended instead: 1,000 loads"));
  EXPECT_THAT(selection.worsened, IsEmpty());
}

TEST_F(ProveSelectionTest, AFewLoadsMoreOrLessAreNoMove) {
  program.drifting = {"A"};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("B", "C"));
  EXPECT_EQ(selection.tried[0].after.loads, 997U);
}

class ProveCostTest : public testing::Test {
protected:
  /// Whether the edit of A is proved.
  [[nodiscard]] bool kept() const {
    const auto selection = select({findingOf("A")}, {before, true, ""},
                                  [&](const auto &) -> Expected<Trial> { return after; });
    EXPECT_TRUE(selection);
    return selection && selection->tried[0].proved();
  }
  static ContendedDatum datum(const std::string &record, std::uint64_t loads, std::uint64_t cost) {
    return {record, "head", record, loads, cost};
  }
  Trial before, after;
};

TEST_F(ProveCostTest, MoreContendedLoadsThatCostLessPay) {
  before.recordings = recordingsOf({datum("A", 724, 3300000)}, 2000000);
  after.recordings = recordingsOf({datum("A", 1033, 2100000)}, 2000000);
  EXPECT_TRUE(kept());
  std::swap(before, after);
  EXPECT_FALSE(kept());
}

TEST_F(ProveCostTest, OneRecordingWhereThreadsHardlyMetHidesNothing) {
  before.recordings = recordingsOf({datum("A", 724, 3300000)});
  after.recordings = recordingsOf({datum("A", 700, 2100000)});
  before.recordings[3] = {800000, {datum("A", 60, 800000)}};
  EXPECT_TRUE(kept());
}

TEST_F(ProveCostTest, ASpreadLargerThanTheFallDecidesNothing) {
  before.recordings = recordingsOf({datum("A", 700, 1000000)});
  after.recordings = recordingsOf({datum("A", 700, 900000)});
  for (std::size_t i = 0; i < kRecordings; i += 2)
    for (Trial *trial : {&before, &after}) {
      trial->recordings[i].cost /= 2;
      trial->recordings[i].data[0].cost /= 2;
    }
  EXPECT_FALSE(kept());
}

TEST_F(ProveCostTest, WhatOthersGainCountsIfTheDataCostNoMore) {
  before.recordings = recordingsOf({datum("A", 700, 1000000), datum("B", 0, 3000000)});
  after.recordings = recordingsOf({datum("A", 700, 1000000), datum("B", 0, 1000000)});
  EXPECT_TRUE(kept());
  after.recordings = recordingsOf({datum("A", 700, 1500000), datum("B", 0, 1000000)});
  EXPECT_FALSE(kept());
}

TEST_F(ProveCostTest, CostThatMovesIntoCodeWithoutContentionIsNoGain) {
  before.recordings = recordingsOf({datum("A", 700, 1000000)}, 2000000);
  after.recordings = recordingsOf({datum("A", 10, 10000)}, 2900000);
  EXPECT_FALSE(kept());
}

TEST_F(ProveCostTest, LoadsDecideWhereThereAreNoLatencies) {
  before.recordings = recordingsOf({datum("A", 700, 0)});
  after.recordings = recordingsOf({datum("A", 10, 0)});
  EXPECT_TRUE(kept());
  after = before;
  EXPECT_FALSE(kept());
}

TEST_F(ProveSelectionTest, NamesNeighboursThatGotWorse) {
  program.loads = {{"A", 10000}, {"B", 500}, {"C", 200}};
  program.moving = {"C"};
  const Selection selection = selected();
  EXPECT_THAT(proved(selection), ElementsAre("A", "B", "C"));
  ASSERT_EQ(selection.worsened.size(), 1U);
  EXPECT_EQ(selection.worsened[0].name, "elsewhere");
  EXPECT_EQ(selection.worsened[0].after, 200U);
}

TEST_F(ProveSelectionTest, DoesNotTakeLoadsWithoutNameForNone) {
  const Trial unnamed{"", "", 0, 0,
                      recordingsOf({{"memory of Pool::Pool (pool.cpp:16)", "", "", 1000}})};
  const Trial others{"", "", 0, 0, recordingsOf({Program::elsewhere(1000)})};
  const auto none = [](const std::vector<Finding> &) -> Expected<Trial> {
    return failure({"it", {}, "is not tried", ""});
  };
  const auto unsure = select({findingOf("A")}, {unnamed, true, ""}, none);
  const auto cold = select({findingOf("A")}, {others, true, ""}, none);
  ASSERT_TRUE(unsure && cold);
  EXPECT_THAT(proved(*unsure), IsEmpty());
  EXPECT_THAT(unsure->tried[0].against, HasSubstr("is not known: 1,000 contended loads"));
  EXPECT_EQ(cold->tried[0].against, "its data are not contended when the program runs");
}

TEST_F(ProveSelectionTest, PassesOnThatATrialFailed) {
  const auto selection = select({findingOf("A")}, {program({}), true, ""},
                                [](const std::vector<Finding> &) -> Expected<Trial> {
                                  return failure({"it", {}, "failed", ""});
                                });
  EXPECT_FALSE(selection);
}

} // namespace proveSelectionTest
} // namespace fsfind::prove
