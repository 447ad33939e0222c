#include "rules/remedy/recording/AdviseMeasured.h"

#include "rules/join/Join.h"
#include "rules/model/RuleIds.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

FindingMember member(const std::string &path, std::uint64_t offset,
                     std::vector<std::string> writers, std::vector<std::string> readers = {}) {
  FindingMember one;
  one.path = path;
  one.offset = offset;
  one.size = 8;
  one.writers = std::move(writers);
  one.readers = std::move(readers);
  return one;
}

RecordInfo record(std::string name, RecordMembers members, std::uint64_t size) {
  RecordInfo info;
  info.name = std::move(name);
  info.size = size;
  info.members = std::make_shared<const RecordMembers>(std::move(members));
  return info;
}

Finding fields(const std::string &file) {
  Finding finding;
  finding.rule = kRuleAdjacentThreadFields;
  finding.location = {file, 3, 0};
  finding.members = {member("inner.tail", 16, {"12"}), member("inner.head", 8, {"11"})};
  finding.record = record(
      "Queue",
      {{"capacity", "int", 0, 4, 4}, {"head", "long", 8, 8, 8}, {"tail", "long", 16, 8, 8}}, 24);
  finding.cost.latency_share = 0.5;
  return finding;
}

Finding slots(const std::string &file) {
  Finding finding;
  finding.rule = kRulePerThreadSlots;
  finding.location = {file, 9, 0};
  finding.object.name = "counts";
  finding.object.type = "long";
  finding.object.size = 8;
  finding.members = {member("counts", 0, {"11", "12"})};
  finding.cost.latency_share = 0.5;
  return finding;
}

std::vector<Remedy> remediesOf(const Finding &finding) {
  std::vector<Remedy> remedies;
  for (const Advice &one : adviseMeasured(finding, 64))
    remedies.push_back(one.remedy);
  return remedies;
}

TEST(AdviseMeasured, DrawsTheRecordAsTheCompilerLaidItOut) {
  const std::vector<Advice> advice = adviseMeasured(fields("q.cpp"), 64);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].remedy, Remedy::AlignMembers);
  EXPECT_EQ(advice[0].why, "'head' is written by thread 11, 'tail' is written by thread 12: a "
                           "cacheline of its own for each");
  EXPECT_EQ(advice[0].size_before, 24U);
  EXPECT_EQ(advice[0].size_after, 128U);
  ASSERT_THAT(advice[0].after, SizeIs(3));
  EXPECT_EQ(advice[0].after[2].offset, 64U);
  EXPECT_EQ(advice[0].example, "alignas(64) long tail;\n");
  EXPECT_THAT(advice[0].edits, IsEmpty());
}

TEST(AdviseMeasured, TellsNoSizesOfALayoutItCannotExplain) {
  Finding finding = fields("q.cpp");
  finding.record->size = 40;
  const std::vector<Advice> advice = adviseMeasured(finding, 64);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].size_after, 0U);
  EXPECT_THAT(advice[0].after, IsEmpty());
  EXPECT_THAT(advice[0].example, HasSubstr("tail"));
}

TEST(AdviseMeasured, SaysNothingOfMembersThatAreNotTheRecords) {
  Finding finding = fields("q.cpp");
  finding.members[0].path = "elsewhere";
  EXPECT_THAT(adviseMeasured(finding, 64), IsEmpty());
  finding = fields("q.cpp");
  finding.record->members = nullptr;
  EXPECT_THAT(adviseMeasured(finding, 64), IsEmpty());
}

TEST(AdviseMeasured, TakesThreadsThatSamplesMissedHereAndThereAsOneGroup) {
  Finding finding = fields("q.cpp");
  finding.members[0].writers = {"1", "2", "3", "4", "5"};
  finding.members[1].writers = {"1", "2", "4", "5", "6"};
  EXPECT_THAT(adviseMeasured(finding, 64), IsEmpty());
}

TEST(AdviseMeasured, AHeadersLanguageIsThatOfTheCodeThatUsesIt) {
  Finding finding = slots("counts.h");
  finding.related = {{{"main.c", 7, 0}, "most stores come from here"}};
  EXPECT_THAT(adviseMeasured(finding, 64)[0].example, HasSubstr("_Alignas(64)"));
  finding.related[0].place.file = "main.cc";
  EXPECT_THAT(adviseMeasured(finding, 64)[0].example, HasSubstr("alignas(64)"));
  finding.location.file = "kernel.f90";
  finding.related.clear();
  EXPECT_THAT(adviseMeasured(finding, 64), IsEmpty());
}

// A recording shows that threads write, not that they add, nor who reads seldom.
TEST(AdviseMeasured, NothingIsSummedLocallyByARecordingAlone) {
  Finding finding = slots("a.rs");
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::AlignType));
  finding.rule = kRuleContendedAtomic;
  finding.sharing = Sharing::True;
  finding.conflict = Conflict::WriteWrite;
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::ShardPerCpu));
  EXPECT_THAT(adviseMeasured(finding, 64).front().why, HasSubstr("else change it less often"));
}

TEST(AdviseMeasured, AnArrayWithinARecordIsOfItsOwnElements) {
  Finding finding = slots("a.go");
  finding.object.type = "main.stats";
  finding.object.size = 128;
  finding.members[0].path = "shards[].hits";
  finding.record = record("main.shard", {{"hits", "uint64", 0, 8, 8}}, 16);
  const Advice advice = adviseMeasured(finding, 64)[0];
  EXPECT_EQ(advice.size_before, 16U);
  EXPECT_EQ(advice.size_after, 64U);
  EXPECT_EQ(advice.example, "type shard struct {\n...\n_ [48]byte\n}\n");
}

TEST(AdviseMeasured, WhatTheAllocatorPutTogetherIsAllocatedApart) {
  Finding finding = slots("a.cpp");
  finding.allocator_induced = true;
  finding.object.kind = ObjectKind::Heap;
  finding.object.size = 24;
  const std::vector<Advice> advice = adviseMeasured(finding, 64);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].remedy, Remedy::AlignAllocation);
  EXPECT_EQ(advice[0].size_after, 64U);
}

TEST(AdviseMeasured, OnlyWhatSeveralThreadsWriteIsSpread) {
  Finding finding = slots("a.c");
  finding.rule = kRuleContendedAtomic;
  finding.sharing = Sharing::True;
  finding.conflict = Conflict::WriteWrite;
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::ShardPerCpu));
  finding.members[0].size = 40;
  finding.members[0].readers.clear();
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::ShardPerCpu)) << "a lock";
  finding.members[0].size = 4096;
  EXPECT_THAT(remediesOf(finding), IsEmpty()) << "a whole record";
  finding.members[0].size = 8;
  finding.conflict = Conflict::ReadWrite;
  EXPECT_THAT(remediesOf(finding), IsEmpty());
}

TEST(AdviseMeasured, WhatCostsNextToNothingIsLeftAlone) {
  Finding finding = slots("a.c");
  finding.cost.latency_share = 0.0005;
  EXPECT_EQ(remediesOf(finding).front(), Remedy::LeaveAlone);
  finding.verdict = Verdict::Latent;
  EXPECT_FALSE(leaveCheapAlone(finding));
}

} // namespace
} // namespace fsfind
