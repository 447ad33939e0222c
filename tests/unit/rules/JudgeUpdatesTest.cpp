// What a finding's members tell of the stores to them.
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace judgeUpdatesTest {

using test::ProfileBuilder;
using testing::ElementsAre;
using testing::SizeIs;

/// A counter that threads 1 and 2 change, each by `stores` of that kind.
class Counter {
public:
  explicit Counter(Update update) : hits_(builder_.global("hits", "long", 0x4000, 8)) {
    builder_.line(0x4000);
    for (const std::uint32_t thread : {1U, 2U}) {
      store(thread, update, 100);
      builder_.load(thread, hits_, 100, 50);
      builder_.last().update = update;
    }
  }

  void store(std::uint32_t thread, Update update, std::uint64_t count) {
    builder_.store(thread, hits_, count);
    builder_.last().update = update;
  }
  void readBy(std::uint32_t thread, std::uint64_t count) { builder_.load(thread, hits_, count); }

  Finding finding() {
    const std::vector<Finding> found = judge(ProfileBuilder(builder_).build(), {}).findings;
    EXPECT_THAT(found, SizeIs(1));
    return found.empty() ? Finding{} : found.front();
  }

private:
  ProfileBuilder builder_;
  TargetIndex hits_;
};

TEST(JudgeUpdates, TellEachKindOfStore) {
  Counter counter(Update::Add);
  EXPECT_THAT(counter.finding().members.front().updates, ElementsAre(Update::Add));
  counter.store(1, Update::Conditional, 1);
  EXPECT_THAT(counter.finding().members.front().updates,
              ElementsAre(Update::Add, Update::Conditional));
}

TEST(JudgeUpdates, LeaveOutTheFirstValue) {
  Counter counter(Update::Add);
  counter.store(1, Update::Replace, 2);
  EXPECT_THAT(counter.finding().members.front().updates, ElementsAre(Update::Add));
  counter.store(1, Update::Replace, 20);
  EXPECT_THAT(counter.finding().members.front().updates, ElementsAre(Update::Add, Update::Replace));
}

TEST(JudgeUpdates, ReadersAreThreadsThatDoNotWrite) {
  Counter counter(Update::Add);
  counter.readBy(1, 50);
  EXPECT_FALSE(counter.finding().members.front().read_by_others);
  counter.readBy(3, 5);
  EXPECT_FALSE(counter.finding().members.front().read_by_others) << "seldom";
  counter.readBy(3, 50);
  EXPECT_TRUE(counter.finding().members.front().read_by_others);
}

/// Of an atomic addition a recording may hold loads of all threads, and stores of few.
TEST(JudgeUpdates, LoadsThatTookTheLineToStoreThereAreOfWriters) {
  const auto writersWith = [](Update update, std::uint64_t contended) {
    ProfileBuilder builder;
    const TargetIndex hits = builder.global("hits", "long", 0x4000, 8);
    builder.line(0x4000).store(1, hits, 40);
    builder.last().update = Update::Add;
    for (const std::uint32_t thread : {1U, 2U}) {
      builder.load(thread, hits, 100, thread == 1 ? 50 : contended);
      builder.last().update = thread == 1 ? Update::Add : update;
    }
    const std::vector<Finding> found = judge(builder.build(), {}).findings;
    EXPECT_THAT(found, SizeIs(1));
    return found.empty() ? std::vector<std::string>() : found.front().members.front().writers;
  };
  EXPECT_THAT(writersWith(Update::Add, 50), ElementsAre("1", "2"));
  EXPECT_THAT(writersWith(Update::Conditional, 50), ElementsAre("1", "2"));
  EXPECT_THAT(writersWith(Update::Unknown, 50), ElementsAre("1")) << "a plain load";
  EXPECT_THAT(writersWith(Update::Add, 0), ElementsAre("1")) << "took it from nobody";
}

TEST(JudgeUpdates, OnlyAddingLeadsToACounterForEachCpu) {
  const auto remedyFor = [](Update update) {
    const Finding finding = Counter(update).finding();
    return finding.advice.empty() ? std::optional<Remedy>() : finding.advice.front().remedy;
  };
  EXPECT_EQ(remedyFor(Update::Add), Remedy::ShardPerCpu);
  for (const Update other : {Update::Fetch, Update::Conditional, Update::Replace, Update::Unknown})
    EXPECT_EQ(remedyFor(other), std::nullopt);
}

} // namespace judgeUpdatesTest
} // namespace fsfind
