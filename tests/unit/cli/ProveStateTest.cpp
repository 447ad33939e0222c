// What a proof keeps so that it goes on after an interrupt.
#include "cli/prove/ProveState.h"
#include "cli/prove/ProveFolder.h"
#include "tests/support/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fsfind::prove {

namespace proveStateTest {

class ProveStateTest : public testing::Test {
protected:
  [[nodiscard]] std::string path() const { return folder.path() + "/state.json"; }
  test::TemporaryFolder folder;
};

TEST_F(ProveStateTest, ReadsWhatItWrote) {
  const Trial trial{
      "", "", 3, 0xfedcba9876543210, {{500, {{"queue", "head", "Queue", 42, 400, {"Base"}}}}}};
  const Trial broken{"the build fails with exit code 1", "  a\n", 0, 0, {}};
  {
    ProveState state(path());
    EXPECT_FALSE(state.baseline());
    ASSERT_TRUE(state.setBaseline({trial, false, "simulated"}));
    ASSERT_TRUE(state.addTrial(7, broken));
    ASSERT_TRUE(state.addRun(7, {1.5, 0.5}));
    ASSERT_TRUE(state.addRun(7, {1.25, 0.25}));
  }
  ProveState state(path());
  ASSERT_TRUE(state.baseline());
  EXPECT_EQ(state.baseline()->trial, trial);
  EXPECT_FALSE(state.baseline()->steady);
  EXPECT_EQ(state.baseline()->how, "simulated");
  ASSERT_NE(state.trial(7), nullptr);
  EXPECT_EQ(*state.trial(7), broken);
  EXPECT_EQ(state.trial(8), nullptr);
  ASSERT_EQ(state.runs(7).size(), 2U);
  EXPECT_EQ(state.runs(7)[1].after, 0.25);
  EXPECT_FALSE(state.isFinished());
  ASSERT_TRUE(state.finish());
  EXPECT_TRUE(ProveState(path()).isFinished());
}

TEST_F(ProveStateTest, BeginsAnewWithABrokenFile) {
  for (const char *text :
       {"", "{", "[]", "{\"schema\": 2, \"baseline\": 3}", "{\"schema\": 3, \"finished\": true}"}) {
    std::ofstream(path()) << text;
    const ProveState state(path());
    EXPECT_FALSE(state.baseline()) << text;
    EXPECT_FALSE(state.isFinished()) << text;
  }
}

TEST_F(ProveStateTest, NoLinkAndNoFolderThatOthersWriteToIsUsed) {
  namespace fs = std::filesystem;
  const std::string other = folder.path() + "/other", link = folder.path() + "/link";
  fs::create_directories(other + "/kept");
  fs::create_symlink(other, link);
  EXPECT_FALSE(ProveFolder::open(link));
  fs::permissions(other, fs::perms::all);
  EXPECT_FALSE(ProveFolder::open(other));
  EXPECT_TRUE(fs::exists(other + "/kept"));
}

TEST_F(ProveStateTest, OneProofAtATimeHasTheFolder) {
  auto first = ProveFolder::open(folder.path() + "/x");
  ASSERT_TRUE(first);
  EXPECT_FALSE(ProveFolder::open(folder.path() + "/x"));
  {
    const ProveFolder released = std::move(*first);
  }
  EXPECT_TRUE(ProveFolder::open(folder.path() + "/x"));
}

TEST_F(ProveStateTest, OtherInputsBeginAnew) {
  const auto enter = [&](std::uint64_t inputs, bool repeat) {
    auto opened = ProveFolder::open(folder.path());
    EXPECT_TRUE(opened);
    EXPECT_TRUE(opened->enter(std::to_string(inputs), repeat));
    ProveState state(opened->statePath());
    const bool known = state.baseline().has_value();
    EXPECT_TRUE(state.setBaseline({}));
    return known;
  };
  EXPECT_FALSE(enter(1, false));
  EXPECT_TRUE(enter(1, false)) << "interrupted, so it goes on";
  EXPECT_FALSE(enter(2, false));
  EXPECT_FALSE(enter(1, false)) << "forgotten";
}

TEST_F(ProveStateTest, RepeatsWhatHasEndedOnlyIfAsked) {
  const auto known = [&](bool repeat) {
    auto opened = ProveFolder::open(folder.path());
    EXPECT_TRUE(opened->enter("1", repeat));
    ProveState state(opened->statePath());
    const bool had = state.baseline().has_value();
    EXPECT_TRUE(state.setBaseline({}));
    EXPECT_TRUE(state.finish());
    std::filesystem::create_directories(opened->path() + "/old");
    opened->removeCopies();
    EXPECT_FALSE(std::filesystem::exists(opened->path() + "/old"));
    return had;
  };
  EXPECT_FALSE(known(false));
  EXPECT_TRUE(known(true));
  EXPECT_FALSE(known(false));
}

} // namespace proveStateTest
} // namespace fsfind::prove
