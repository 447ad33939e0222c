// Which advice and words a confirmed finding has: the source's if they are about what was measured.
#include "rules/join/EndsMeasured.h"
#include "rules/join/Join.h"

#include "tests/support/FindingBuilder.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace joinAdviceTest {

constexpr const char *kSource = "slabs.c";

/// `size` is read by the threads that write `slots`; nobody uses `slabs`.
Finding measuredMembers() {
  Finding finding = measured("adjacent-thread-fields")
                        .member("size", kSource, 30)
                        .member("slots", kSource, 33)
                        .cost(20, 0.5);
  finding.members[0].writers.clear();
  finding.members[0].readers = {"1", "2"};
  finding.members[1].writers = {"1", "2"};
  finding.advice = {{}};
  finding.advice[0].why = "measured";
  return finding;
}

Finding latentMembers() {
  Finding finding = latent("adjacent-thread-fields")
                        .member("slots", kSource, 33)
                        .member("size", kSource, 30)
                        .member("slabs", kSource, 36);
  Advice one;
  one.why = "source";
  finding.advice = {one};
  return finding;
}

Finding joinedOf(const Finding &measured, const Finding &latent) {
  const auto findings = join({{measured}, 60, false}, {latent}, {});
  EXPECT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.at(0).verdict, Verdict::Confirmed);
  return findings.at(0);
}

Finding adviseOnly(Finding finding, Remedy remedy, const char *why) {
  finding.advice = {{}};
  finding.advice[0].remedy = remedy;
  finding.advice[0].why = why;
  return finding;
}

std::string firstWhy(const Finding &finding) {
  return finding.advice.empty() ? "" : finding.advice[0].why;
}

TEST(JoinAdvice, LayoutsOfMembersArePlannedByWhatWasMeasured) {
  const Finding joined = joinedOf(measuredMembers(), latentMembers());
  EXPECT_EQ(firstWhy(joined), "measured") << "until the facts are asked";
  EXPECT_THAT(joined.message, testing::StartsWith("said by the source"))
      << "it names all that fight";
}

TEST(JoinAdvice, TheWordsAreTheRecordingsIfTheSourceIsAboutOtherMembers) {
  Finding shown = measuredMembers();
  shown.members.push_back({"free", {kSource, 40, 0}, 40, 8, {"3"}, {"3"}, 100});
  EXPECT_EQ(joinedOf(shown, latentMembers()).message, "shown by samples");
}

TEST(JoinAdvice, SeparatingDoesNotEndTrueSharing) {
  Finding shown = measuredMembers();
  shown.sharing = Sharing::True;
  EXPECT_EQ(firstWhy(joinedOf(shown, latentMembers())), "measured");
}

TEST(JoinAdvice, FewerWritesEndWhatTheSourceNames) {
  const Finding all = adviseOnly(latentMembers(), Remedy::AccumulateLocally, "source");
  EXPECT_EQ(firstWhy(joinedOf(measuredMembers(), all)), "source");
  Finding shown = measuredMembers();
  shown.members.push_back({"free", {kSource, 40, 0}, 40, 8, {"1", "3"}, {"3"}, 100});
  EXPECT_EQ(firstWhy(joinedOf(shown, all)), "measured") << "most is on a member it leaves as it is";
}

TEST(JoinAdvice, ElementsAreNotEndedByAnAlignedBlockOfSmallOnes) {
  const auto slots = [](const FindingBuilder &builder, Remedy remedy, const char *why) {
    Finding finding = FindingBuilder(builder).member("hits", kSource, 7).object("t", {kSource, 9});
    finding.object.size = 24;
    return adviseOnly(finding, remedy, why);
  };
  const Finding shown = slots(measured("per-thread-slots"), Remedy::AlignType, "measured");
  const auto with = [&](Remedy remedy) {
    return firstWhy(joinedOf(shown, slots(latent("per-thread-slots"), remedy, "source")));
  };
  EXPECT_EQ(with(Remedy::AlignAllocation), "measured");
  EXPECT_EQ(with(Remedy::AlignType), "source");
  EXPECT_EQ(with(Remedy::PerThread), "source");
}

TEST(JoinAdvice, LocalsOfOneTypeAreEndedByAligningThem) {
  Finding shown = measured("per-thread-slots").member("done", kSource, 7);
  shown.object.kind = ObjectKind::Stack;
  const Finding locals = latent("adjacent-globals").member("done", kSource, 7);
  const Advice align = adviseOnly(locals, Remedy::AlignMembers, "source").advice.at(0);
  const auto asked = [&] { return ends(align, shown, locals, 64, FileMatch({}, {})); };
  EXPECT_EQ(asked(), Ends::Yes);
  shown.object.of_array = true;
  EXPECT_EQ(asked(), Ends::No) << "elements of an array stay neighbours";
}

TEST(JoinAdvice, WeakEvidenceIsNoReasonToLeaveAloneWhatWasMeasured) {
  Finding weak = adviseOnly(latentMembers(), Remedy::LeaveAlone, "source");
  EXPECT_EQ(firstWhy(joinedOf(measuredMembers(), weak)), "source") << "it has another reason";
  weak.confidence = Confidence::Low;
  EXPECT_EQ(firstWhy(joinedOf(measuredMembers(), weak)), "measured");
}

TEST(JoinAdvice, TheMessageIsThatOfMembersThatWereMeasured) {
  Finding said = latentMembers();
  said.location = {kSource, 36, 0};
  const Finding joined = joinedOf(measuredMembers(), said);
  EXPECT_EQ(joined.message, "shown by samples") << "slabs was not measured";
}

} // namespace joinAdviceTest
} // namespace fsfind::test
