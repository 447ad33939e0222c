#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

/// What findings make of how often loops run.
namespace fsfind {
namespace rulePaceTest {

using test::FactsBuilder;
using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;

constexpr FactWait kNone{}, kSecond{Wait::Time, 1'000'000}, kShort{Wait::Time, 50},
    kUnknown{Wait::Time, 0}, kEvent{Wait::Event, 0};

/// Two threads that count in one record. The second waits in each iteration.
std::vector<Finding> neighbours(FactWait wait, Confidence least) {
  FactsBuilder f;
  const auto record = f.record("Mill", {{"sacks", f.plain(8)}, {"shown", f.plain(8)}});
  const auto mill = f.global("mill", record);
  const auto main = f.function("main"), miller = f.function("miller"), clerk = f.function("clerk");
  f.start(main, miller);
  f.start(main, clerk);
  f.update(miller, f.variable(mill).member("sacks"), test::kInLoop);
  FactAccess &access = f.update(clerk, f.variable(mill).member("shown"), test::kInLoop);
  access.loop = 1;
  access.same_object = true;
  f.at(clerk).loops.resize(2);
  f.at(clerk).loops[1].wait = wait;
  return checkFacts(
      f.build(),
      {.min_confidence = least, .suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
}

/// Threads that count in elements of their own, and wait in each iteration.
std::vector<Finding> slots(FactWait wait) {
  FactsBuilder f;
  const auto array = f.global("slots", f.array(f.plain(8), 8));
  const auto main = f.function("main"), worker = f.function("worker");
  f.start(main, worker, true).arguments = {
      {f.variable(array).index(Provenance::SpawnLoop).address().designator(), {}}};
  FactAccess &access =
      f.update(worker, f.parameter(0, f.pointer(f.plain(8))).deref(), test::kInLoop);
  access.loop = 1;
  access.same_object = true;
  f.at(worker).loops.resize(2);
  f.at(worker).loops[1].wait = wait;
  return checkFacts(
      f.build(),
      {.min_confidence = Confidence::Low, .suspects = true, .rules = {"fsfind-per-thread-slots"}});
}

TEST(RulePace, ASideThatPausesLongIsNotFound) {
  EXPECT_THAT(neighbours(kNone, Confidence::High), SizeIs(1));
  EXPECT_THAT(neighbours(kSecond, Confidence::Medium), IsEmpty());
}

TEST(RulePace, ASideThatPausesIsASuspect) {
  for (const FactWait wait : {kShort, kUnknown, kEvent}) {
    const auto findings = neighbours(wait, Confidence::Medium);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_TRUE(isSuspect(findings[0]));
  }
}

TEST(RulePace, ElementsOfThreadsThatPause) {
  const auto confidenceOf = [](FactWait wait) {
    const auto findings = slots(wait);
    EXPECT_THAT(findings, SizeIs(1));
    return findings.front().confidence;
  };
  EXPECT_EQ(confidenceOf(kNone), Confidence::High);
  EXPECT_EQ(confidenceOf(kEvent), Confidence::Low);
  EXPECT_EQ(confidenceOf(kShort), Confidence::Low);
  EXPECT_EQ(confidenceOf(kSecond), Confidence::Low);
}

TEST(RulePace, NotesSayWhatIsKnown) {
  const auto notes = [](FactWait wait) {
    std::vector<std::string> all;
    for (const Finding &finding : neighbours(wait, Confidence::Medium))
      for (const RelatedPlace &place : finding.related)
        all.push_back(place.message);
    return all;
  };
  EXPECT_THAT(notes(kNone), Contains("clerk writes it here, in a loop: shown"));
  EXPECT_THAT(notes(kShort),
              Contains("clerk writes it here, in a loop, after a pause each time: shown"));
  EXPECT_THAT(notes(kEvent),
              Contains("clerk writes it here, in a loop, after a wait each time: shown"));
  EXPECT_THAT(notes({Wait::Time, 500}),
              Contains("clerk writes it here, in a loop, once in 500 us at most: shown"));
}

} // namespace rulePaceTest
} // namespace fsfind
