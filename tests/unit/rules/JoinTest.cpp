// What becomes one of measured and latent findings, and what it then says.
#include "rules/join/Join.h"

#include "rules/join/Agreement.h"
#include "rules/join/Confirmed.h"
#include "tests/support/FindingBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace joinTest {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char *kBuilt = "/ci/build/src/queue.h";
constexpr const char *kSource = "/srv/code/src/queue.h";

Finding measuredFields() {
  return measured("adjacent-thread-fields")
      .member("tail_", kBuilt, 8)
      .member("head_", kBuilt, 7)
      .object("queue", {"/ci/build/src/main.cc", 3, 0})
      .cost(30, 0.5);
}

Finding latentFields() {
  return latent("adjacent-thread-fields")
      .member("head_", kSource, 7, 12)
      .member("tail_", kSource, 8, 12)
      .at(kSource, 8, 12);
}

std::vector<Finding> joined(std::vector<Finding> measured, std::vector<Finding> latent,
                            const std::vector<std::string> &files = {}) {
  return join({std::move(measured), 60, false}, std::move(latent), files);
}

Advice advice(Remedy remedy) {
  Advice one;
  one.remedy = remedy;
  return one;
}

/// The verdicts of the result, by rank.
std::string verdicts(const std::vector<Finding> &findings) {
  std::string words;
  for (const Finding &finding : findings)
    words += finding.verdict == Verdict::Confirmed  ? 'c'
             : finding.verdict == Verdict::Measured ? 'm'
                                                    : 'l';
  return words;
}

std::string met(const Finding &measured, const Finding &latent) {
  return verdicts(joined({measured}, {latent}));
}

TEST(Join, ConfirmsWhatBothSidesTell) {
  const auto findings = joined({measuredFields()}, {latentFields()});
  ASSERT_EQ(findings.size(), 1U);
  const Finding &finding = findings[0];
  EXPECT_EQ(finding.rank, 1U);
  EXPECT_EQ(finding.verdict, Verdict::Confirmed);
  EXPECT_EQ(finding.location, (Place{kSource, 8, 12}));
  EXPECT_EQ(finding.cost.hitm, 30U);
  EXPECT_EQ(finding.object.name, "queue");
  ASSERT_EQ(finding.members.size(), 2U);
  EXPECT_EQ(finding.members[0].declared, (Place{kSource, 8, 12}));
  EXPECT_THAT(finding.members[0].writers, ElementsAre("17"));
  EXPECT_THAT(finding.members[0].written_by, ElementsAre("produce"));
  EXPECT_EQ(finding.message, "said by the source; measured: 50.0% of HITM, 50.0% of sampled "
                             "latency, 1 writer thread");
  ASSERT_EQ(finding.sides.size(), 2U);
  EXPECT_EQ(finding.sides[0].message, "shown by samples");
  EXPECT_EQ(finding.sides[1].message, "said by the source");
}

TEST(Join, TakesTheSourcesRuleAndRecord) {
  Finding source =
      latent("ineffective-padding").member("head_", kSource, 7).member("tail_", kSource, 8);
  source.record = RecordInfo{"Queue", {kSource, 5, 8}, 64, 0};
  const auto findings = joined({measuredFields()}, {source});
  ASSERT_EQ(verdicts(findings), "c");
  EXPECT_EQ(findings[0].rule, "fsfind-ineffective-padding");
  EXPECT_EQ(findings[0].record->name, "Queue");
}

TEST(Join, IsSureOfWhatBothSidesTellUnlessSamplesAreFew) {
  const auto confidence = [](Confidence measured, Confidence latent) {
    Finding shown = measuredFields(), said = latentFields();
    shown.confidence = measured;
    said.confidence = latent;
    return joined({shown}, {said}).at(0).confidence;
  };
  EXPECT_EQ(confidence(Confidence::Medium, Confidence::Low), Confidence::High);
  EXPECT_EQ(confidence(Confidence::High, Confidence::Low), Confidence::High);
  EXPECT_EQ(confidence(Confidence::Low, Confidence::Medium), Confidence::Medium);
}

TEST(Join, NeedsTwoMembersWhereSeveralMeet) {
  const Finding other =
      latent("adjacent-thread-fields").member("head_", kSource, 7).member("size_", kSource, 9);
  EXPECT_EQ(met(measuredFields(), other), "ml");
}

TEST(Join, TellsMembersApartByNameLineAndKnownColumn) {
  const auto field = [](const char *name, std::uint32_t line, std::uint32_t column) {
    return latent("contended-atomic").member(name, kSource, line, column);
  };
  const Finding shown = measured("contended-atomic").member("a.hits", kBuilt, 7, 12);
  EXPECT_EQ(met(shown, field("hits", 7, 12)), "c");
  EXPECT_EQ(met(shown, field("hits", 7, 0)), "c") << "not every compiler tells columns";
  EXPECT_EQ(met(shown, field("hits", 7, 20)), "ml");
  EXPECT_EQ(met(shown, field("hits", 8, 12)), "ml");
  EXPECT_EQ(met(shown, field("misses", 7, 12)), "ml");
}

TEST(Join, KnowsTheMemberOfATemplateAndOfItsInstances) {
  const Finding shown = measured("per-thread-slots")
                            .member("level_.now.lanes[].value", kBuilt, 7)
                            .object("(anonymous namespace)::queue", {kBuilt, 30, 0});
  const Finding said = latent("per-thread-slots")
                           .at(kSource, 12)
                           .member("value", kSource, 7)
                           .object("Lanes<std::atomic<long>>::lanes", {kSource, 12, 3});
  EXPECT_EQ(met(shown, said), "c");
}

TEST(Join, TellsArraysOfOneElementTypeApart) {
  const auto slots = [](const char *array, std::uint32_t line) {
    return latent("per-thread-slots")
        .at(kSource, line)
        .member("value", kSource, 7)
        .object(array, {kSource, line, 3})
        .message(array);
  };
  const Finding shown = measured("per-thread-slots")
                            .member("value", kBuilt, 7)
                            .object("busy", {kBuilt, 21, 0})
                            .cost(9, 0.1);
  const auto findings = joined({shown}, {slots("idle", 20), slots("busy", 21)});
  ASSERT_EQ(verdicts(findings), "cl");
  EXPECT_EQ(findings[0].location.line, 21U);
  EXPECT_EQ(met(shown, slots("idle", 20)), "ml");
}

TEST(Join, KeepsHarmsOfOtherKindsApart) {
  const Finding same_bytes =
      measured("contended-atomic").member("head_", kBuilt, 7).sharing(Sharing::True);
  EXPECT_EQ(met(same_bytes, latentFields()), "ml");
  const Finding needless =
      latent("needless-padding").member("head_", kSource, 7).member("tail_", kSource, 8);
  EXPECT_EQ(met(measuredFields(), needless), "ml");
}

TEST(Join, WhatWasMeasuredInAnotherHarmIsNotLatent) {
  Finding elements = latent("per-thread-slots").member("head_", kSource, 7);
  elements.advice = {advice(Remedy::AlignType)};
  Finding shown = measuredFields();
  shown.advice = {advice(Remedy::AlignMembers)};
  const auto findings = joined({shown}, {elements});
  ASSERT_EQ(verdicts(findings), "c");
  EXPECT_EQ(findings[0].rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(findings[0].message, "shown by samples");
  EXPECT_EQ(findings[0].advice.at(0).remedy, Remedy::AlignMembers) << "they are no elements";
  EXPECT_EQ(findings[0].sides.size(), 2U);
}

TEST(Join, NeighboursThatWereMeasuredOneByOneAreNotLatent) {
  const auto alone = [](const char *name, std::uint32_t line, std::uint64_t hitm) {
    return measured("contended-atomic")
        .member(name, kBuilt, line)
        .sharing(Sharing::True)
        .cost(hitm, static_cast<double>(hitm) / 100);
  };
  const auto findings = joined({alone("tail_", 8, 10), alone("head_", 7, 20)}, {latentFields()});
  ASSERT_EQ(verdicts(findings), "cm");
  EXPECT_EQ(findings[0].cost.hitm, 20U);
  EXPECT_EQ(findings[0].sharing, Sharing::True);
  EXPECT_EQ(met(alone("head_", 7, 20), latentFields()), "ml") << "tail_ was not measured";
}

TEST(Join, FindsUnnamedBytesByTheCodeThatWritesThem) {
  Finding bytes = measured("adjacent-thread-fields").at("/ci/build/src/queue.cc", 40);
  bytes.members = {{"bytes 0-7", {}, 0, 8, {}, {"1"}, 5}, {"bytes 8-15", {}, 8, 8, {}, {"2"}, 5}};
  const Finding said =
      latent("per-thread-slots").member("hits", kSource, 7).related("/srv/code/src/queue.cc", 40);
  EXPECT_EQ(met(bytes, said), "c");
  const Finding other = latent("adjacent-globals")
                            .member("x", kSource, 17)
                            .member("y", kSource, 18)
                            .related("/srv/code/src/queue.cc", 40);
  EXPECT_EQ(verdicts(joined({bytes}, {said, other})), "mll") << "either could be meant";
}

TEST(Join, FindsRemoteMemoryWithoutANameByTheCodeThatLoadsIt) {
  Finding memory = measured("serial-first-touch")
                       .at("/ci/build/src/field.cc", 12)
                       .sharing(Sharing::FirstTouch)
                       .confidence(Confidence::Medium);
  memory.members = {{"what sum() loads", {}, 0, 0, {"1", "2"}, {"1"}, 0}};
  memory.placement = PagePlacement{0, false, 40, 0, {40, 0, 0}};
  const Finding said = latent("serial-first-touch")
                           .member("cells", "/srv/code/src/field.h", 7)
                           .related("/srv/code/src/field.cc", 12);
  const std::vector<Finding> findings = joined({memory}, {said});
  EXPECT_EQ(verdicts(findings), "c");
  ASSERT_TRUE(findings[0].placement);
  EXPECT_EQ(findings[0].placement->node, 0U);
  memory.location.line = 13;
  EXPECT_EQ(met(memory, said), "ml");
}

TEST(Join, FindsAVariableWhoseMembersHaveNoName) {
  Finding bytes = measured("adjacent-thread-fields").object("pool", {kBuilt, 50, 0});
  bytes.members = {{"bytes 0-7", {}, 0, 8, {}, {"1"}, 5}};
  const Finding said =
      latent("per-thread-slots").member("hits", kSource, 7).object("pool", {kSource, 50, 6});
  EXPECT_EQ(met(bytes, said), "c");
}

TEST(Join, RanksByCostAndLatentOnesLastByConfidence) {
  const auto atomic = [](std::uint32_t line, double share) {
    Finding finding = measured("contended-atomic").member("a", kBuilt, line).cost(line, 0.9);
    finding.cost.share = Estimate{share, share, share};
    return finding;
  };
  const auto said = [](std::uint32_t line, Confidence confidence) {
    return latent("contended-atomic").member("a", kSource, line).confidence(confidence);
  };
  const auto findings = joined({atomic(1, 0.1), atomic(2, 0.3), atomic(3, 0.2)},
                               {said(3, Confidence::Low), said(5, Confidence::Low),
                                said(6, Confidence::High), said(7, Confidence::Medium)});
  EXPECT_EQ(verdicts(findings), "mcmlll");
  std::vector<std::uint32_t> lines, ranks;
  for (const Finding &finding : findings) {
    lines.push_back(finding.location.line);
    ranks.push_back(finding.rank);
  }
  EXPECT_THAT(lines, ElementsAre(2, 3, 1, 6, 7, 5));
  EXPECT_THAT(ranks, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Join, AddsUpObjectsOfOneType) {
  Finding second = measuredFields();
  second.object = {};
  second.object.name = "other_queue";
  second.cost.hitm = 12;
  second.cost.latency_share = 0.2;
  second.lines = {0x9000};
  second.members[0].writers = {"18"};
  const auto findings = joined({second, measuredFields()}, {latentFields()});
  ASSERT_EQ(verdicts(findings), "c");
  EXPECT_EQ(findings[0].object.name, "queue") << "the dearest";
  EXPECT_EQ(findings[0].cost.hitm, 42U);
  EXPECT_DOUBLE_EQ(findings[0].cost.latency_share, 0.7);
  EXPECT_EQ(findings[0].lines.size(), 2U);
  EXPECT_THAT(findings[0].members[0].writers, ElementsAre("17", "18"));
  EXPECT_EQ(findings[0].members[0].hitm, 20U);
  EXPECT_EQ(findings[0].sides.size(), 3U);
}

TEST(Join, TakesInWhatAnotherRuleSaysOfTheSame) {
  const Finding padding = latent("ineffective-padding")
                              .at(kSource, 5)
                              .member("head_", kSource, 7)
                              .member("tail_", kSource, 8);
  const auto findings = joined({measuredFields()}, {padding, latentFields()});
  ASSERT_EQ(verdicts(findings), "c");
  EXPECT_EQ(findings[0].sides.size(), 3U);
}

TEST(Join, TakesInWhatAnotherRuleSaysOfTheArray) {
  const Finding shown =
      measured("per-thread-slots").member("hits", kBuilt, 7).object("table", {kBuilt, 20, 0});
  const Finding slots = latent("per-thread-slots")
                            .at(kSource, 20)
                            .member("hits", kSource, 7)
                            .object("table", {kSource, 20, 3});
  const Finding padding = latent("ineffective-padding")
                              .member("table[].hits", kSource, 20)
                              .object("table", {kSource, 20, 3});
  EXPECT_EQ(verdicts(joined({shown}, {padding, slots})), "c");
}

TEST(Join, OfAReportThatWasJoinedBeforeTheMeasuredSideCounts) {
  const auto once = joined({measuredFields()}, {latentFields()});
  const auto twice = joined(once, {latentFields()});
  ASSERT_EQ(verdicts(twice), "c");
  EXPECT_EQ(twice[0].message, once[0].message);
  EXPECT_EQ(twice[0].sides.size(), 2U);
}

TEST(Join, TellsMembersOfOneTypeApartByTheirPaths) {
  const Finding shown = measured("adjacent-thread-fields")
                            .member("head.v", kBuilt, 3)
                            .member("tail.v", kBuilt, 3)
                            .object("queue", {kBuilt, 9, 0});
  const Finding said = latent("adjacent-thread-fields")
                           .member("tail.v", kSource, 3, 8)
                           .member("head.v", kSource, 3, 8);
  const auto findings = joined({shown}, {said});
  ASSERT_EQ(verdicts(findings), "c");
  ASSERT_EQ(findings[0].members.size(), 2U);
  EXPECT_EQ(findings[0].members[0].path, "head.v");
  EXPECT_EQ(findings[0].members[0].hitm, 10U);
  const Finding one = measured("adjacent-thread-fields").member("head.v", kBuilt, 3);
  EXPECT_EQ(met(one, said), "ml") << "one measured member is not two";
}

TEST(Join, TakesWhatTheSourceCallsBracketsForTheArray) {
  const Finding shown =
      measured("per-thread-slots").member("counters", kBuilt, 5).object("counters", {kBuilt, 5, 0});
  const Finding said =
      latent("per-thread-slots").member("[]", kSource, 5, 6).object("counters", {kSource, 5, 6});
  const auto findings = joined({shown}, {said});
  ASSERT_EQ(verdicts(findings), "c");
  ASSERT_EQ(findings[0].members.size(), 1U);
  EXPECT_EQ(findings[0].members[0].path, "counters");
  EXPECT_THAT(findings[0].members[0].written_by, ElementsAre("produce"));
}

TEST(Join, KnowsFilesWithoutLatentFindings) {
  const Finding said = latent("contended-atomic").member("hits", "/src/v1/q.cpp", 7);
  const Finding shown = measured("contended-atomic").member("hits", "/src/v2/q.cpp", 7);
  EXPECT_EQ(verdicts(joined({shown}, {said}, {"/src/v1/q.cpp", "/src/v2/q.cpp"})), "ml");
  const Finding either = measured("contended-atomic").member("hits", "q.cpp", 7);
  EXPECT_EQ(verdicts(joined({either}, {said}, {"/src/v2/q.cpp"})), "ml");
}

TEST(Join, WhatWasMeasuredIsJoinedWithSourcesAsTheyAreNow) {
  Finding old = latentFields();
  old.rule = "fsfind-ineffective-padding";
  old.advice = {{}};
  old.record = RecordInfo{"Queue", {kSource, 5, 8}, 64, 0};
  old.members.push_back({"size_", {kSource, 9, 12}, 16, 8, {}, {"produce"}});
  const Finding part = measuredPart(joined({measuredFields()}, {old}).at(0));
  EXPECT_EQ(part.verdict, Verdict::Measured);
  EXPECT_EQ(part.rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(part.location, measuredFields().location);
  EXPECT_EQ(part.message, "shown by samples");
  EXPECT_TRUE(part.advice.empty());
  EXPECT_FALSE(part.record);
  EXPECT_EQ(part.members.size(), 2U) << "the source alone named the third";
  EXPECT_EQ(verdicts(joined({part}, {})), "m") << "fixed since";
  const Finding now = latent("adjacent-thread-fields")
                          .member("tail_", kSource, 8, 20)
                          .member("head_", kSource, 7, 4);
  const auto again = joined({part}, {now});
  ASSERT_EQ(verdicts(again), "c");
  EXPECT_EQ(again[0].location, (Place{kSource, 8, 20}));
  EXPECT_EQ(again[0].sides.size(), 2U);
}

TEST(Join, TakesTheLastNameOfAPath) {
  EXPECT_EQ(lastName("queue.slots[3].state"), "state");
  EXPECT_EQ(lastName("ns::Map<a::B, C<d>>::size_"), "size_");
  EXPECT_EQ(lastName("(anonymous namespace)::queue"), "queue");
  EXPECT_EQ(lastName("counters[]"), "counters");
  EXPECT_EQ(lastName("[]"), "");
}

} // namespace joinTest
} // namespace fsfind::test
