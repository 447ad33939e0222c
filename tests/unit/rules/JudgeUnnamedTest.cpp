#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <iterator>

namespace fsfind {
namespace judgeUnnamedTest {

using test::ProfileBuilder;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const Place kHotStore{"/src/pool.cpp", 30, 5};
const Place kHotLoad{"/src/pool.cpp", 40, 9};

/// Two more sites than the builder's own: index 1 stores, index 2 loads.
Profile withSites(Profile profile) {
  for (const Place &place : {kHotStore, kHotLoad}) {
    Site site = profile.sites[0];
    site.ip += 16 * profile.sites.size();
    site.frames = {{"work", place}};
    profile.sites.push_back(site);
  }
  for (Line &line : profile.lines)
    for (Access &access : line.accesses)
      access.site = SiteIndex(access.kind == AccessKind::Store ? 1 : 2);
  return profile;
}

std::vector<Finding> findings(ProfileBuilder &builder) {
  return judge(withSites(builder.build()), {}).findings;
}

/// A line on the heap.
ProfileBuilder &heapLine(ProfileBuilder &builder, std::uint64_t address) {
  builder.target(builder.unknown()).object.kind = ObjectKind::Heap;
  builder.line(address).lastLine().mapping = "[heap]";
  return builder;
}

/// Its other memory is as much without types, also where only compiled code was seen to use it.
TEST(JudgeUnnamed, OfCodeMadeAtRunTimeNoDebugInformationIsMissed) {
  ProfileBuilder builder;
  const TargetIndex block = builder.global("", "", 0x4000, 4096);
  Object &object = builder.target(block).object;
  object.kind = ObjectKind::Heap;
  object.allocated = {"Allocate", {"/usr/bin/node", 0, 0}};
  for (const std::uint64_t line : {0x4000ULL, 0x4040ULL}) {
    builder.line(line).load(1, block, 50, 40).store(2, block, 90);
    builder.load(2, block, 9).store(1, block, 9);
  }
  Profile profile = builder.build();
  profile.sites[0].frames.clear();
  profile.sites.push_back(profile.sites[0]);
  profile.sites[1].module = "//anon";
  const auto missed = [&] {
    const std::vector<Finding> found = judge(profile, {}).findings;
    return std::count_if(found.begin(), found.end(), [](const Finding &one) {
      return one.no_advice.find("(-g)") != std::string::npos;
    });
  };
  const std::ptrdiff_t all = std::ssize(judge(profile, {}).findings);
  EXPECT_EQ(missed(), all);
  for (Access &access : profile.lines[0].accesses)
    access.site = SiteIndex(1);
  EXPECT_EQ(missed(), 0);
}

TEST(JudgeUnnamed, FalseSharingOnTheHeap) {
  ProfileBuilder builder;
  heapLine(builder, 0x4000).storeAt(1, 0, 100).loadAt(1, 0, 50, 40).storeAt(2, 8, 90);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  const Finding &finding = found[0];
  EXPECT_EQ(finding.rank, 1U);
  EXPECT_EQ(finding.rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(finding.sharing, Sharing::False);
  EXPECT_EQ(finding.verdict, Verdict::Measured);
  EXPECT_EQ(finding.confidence, Confidence::Low);
  EXPECT_EQ(finding.object.kind, ObjectKind::Heap);
  EXPECT_THAT(finding.object.name, IsEmpty());
  EXPECT_EQ(finding.location, kHotStore);
  ASSERT_THAT(finding.related, SizeIs(1));
  EXPECT_EQ(finding.related[0].place, kHotLoad);
  EXPECT_THAT(finding.lines, ElementsAre(0x4000));
  ASSERT_THAT(finding.members, SizeIs(2));
  EXPECT_EQ(finding.members[0].path, "bytes 0-7");
  EXPECT_THAT(finding.members[0].writers, ElementsAre("1"));
  EXPECT_THAT(finding.members[0].readers, ElementsAre("1"));
  EXPECT_EQ(finding.members[0].hitm, 40U);
  EXPECT_EQ(finding.members[1].path, "bytes 8-15");
  EXPECT_EQ(finding.members[1].offset, 8U);
  EXPECT_EQ(finding.members[1].size, 8U);
  EXPECT_THAT(finding.members[1].writers, ElementsAre("2"));
  EXPECT_EQ(finding.cost.hitm, 40U);
  EXPECT_EQ(finding.message,
            "bytes 0-7 and 8-15 of unnamed memory in [heap] share a cacheline: 2 writer threads, "
            "40 HITM, 100.0% of sampled latency; what lies there is not known");
}

TEST(JudgeUnnamed, NeighbouringBytesOfTheSameThreadsAreOneRange) {
  ProfileBuilder builder;
  heapLine(builder, 0x4000).storeAt(1, 0, 100).storeAt(1, 8, 60).storeAt(2, 24, 90, 1);
  builder.loadAt(2, 24, 50, 40, 1);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].members, SizeIs(2));
  EXPECT_EQ(found[0].members[0].path, "bytes 0-15");
  EXPECT_EQ(found[0].members[1].path, "byte 24");
}

TEST(JudgeUnnamed, AnArrayWrittenAtOnePlaceIsOneFinding) {
  ProfileBuilder builder;
  for (std::uint32_t i = 0; i < 1000; ++i)
    heapLine(builder, 0x10000 + 64 * i)
        .storeAt(2 * i, 0, 20)
        .loadAt(2 * i, 0, 20, 10)
        .storeAt(2 * i + 1, 32, 20);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].lines, SizeIs(1000));
  EXPECT_THAT(found[0].members, SizeIs(2));
  EXPECT_EQ(found[0].cost.hitm, 10000U);
}

TEST(JudgeUnnamed, OtherPlacesAndOtherMappingsAreOtherFindings) {
  ProfileBuilder builder;
  for (const std::uint64_t address : {0x4000U, 0x5000U, 0x6000U})
    heapLine(builder, address).storeAt(1, 0, 100).loadAt(1, 0, 50, 40).storeAt(2, 8, 90);
  Profile profile = withSites(builder.build());
  profile.lines[1].mapping = "//anon";
  for (Access &access : profile.lines[2].accesses)
    access.site = SiteIndex(0);
  EXPECT_THAT(judge(profile, {}).findings, SizeIs(3));
}

TEST(JudgeUnnamed, LinesOfOnePlaceAreOneFindingHoweverTheyAreShared) {
  ProfileBuilder builder;
  heapLine(builder, 0x4000).storeAt(1, 0, 100).loadAt(1, 0, 50, 40).storeAt(2, 8, 90);
  heapLine(builder, 0x4040).storeAt(1, 0, 90).loadAt(2, 0, 50, 20);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].cost.hitm, 60U);
  EXPECT_EQ(found[0].sharing, Sharing::Mixed);
}

TEST(JudgeUnnamed, ValuesThatOnlyAPointersTypeNamesMayBeMembersOfOneRecord) {
  ProfileBuilder builder;
  const TargetIndex sent = builder.global("", "long", 0x4000, 8);
  const TargetIndex got = builder.global("", "long", 0x4008, 8);
  for (const TargetIndex value : {sent, got}) {
    builder.target(value).object.kind = ObjectKind::Unknown;
    builder.target(value).evidence = Evidence::AccessSite;
  }
  builder.line(0x4000).store(1, sent, 100).load(1, sent, 50, 40).store(2, got, 90);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(found[0].confidence, Confidence::Low);
  ASSERT_THAT(found[0].members, SizeIs(2));
  EXPECT_EQ(found[0].members[1].type, "long");
  EXPECT_THAT(found[0].message, HasSubstr("values of type long lie there"));

  for (const TargetIndex value : {sent, got})
    builder.target(value).object.of_array = true;
  EXPECT_EQ(findings(builder)[0].rule, "fsfind-per-thread-slots");
}

TEST(JudgeUnnamed, TrueSharingOnTheHeap) {
  ProfileBuilder builder;
  heapLine(builder, 0x4000);
  for (const std::uint32_t tid : {1U, 2U, 3U})
    builder.storeAt(tid, 16, 50).loadAt(tid, 16, 50, 20);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-contended-atomic");
  EXPECT_EQ(found[0].sharing, Sharing::True);
  EXPECT_EQ(found[0].confidence, Confidence::Low);
  EXPECT_EQ(found[0].message,
            "bytes 16-23 of unnamed memory in [heap] are contended by several threads: 3 writer "
            "threads, 60 HITM, 100.0% of sampled latency; padding alone will not help; what lies "
            "there is not known");
}

TEST(JudgeUnnamed, StoresAloneAreEvidence) {
  ProfileBuilder builder;
  heapLine(builder, 0x4000).storeAt(1, 0, 100).storeAt(2, 8, 100);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].location, kHotStore);
  EXPECT_THAT(found[0].related, IsEmpty());
}

TEST(JudgeUnnamed, ThePaddedTwinGivesNone) {
  ProfileBuilder builder;
  for (std::uint32_t tid = 1; tid <= 4; ++tid)
    heapLine(builder, 0x4000 + 64 * tid).storeAt(tid, 0, 100).loadAt(tid, 0, 50);
  EXPECT_THAT(findings(builder), IsEmpty());
}

/// False sharing in a symbol without a type that begins 16 bytes into its line.
void symbolOnly(ProfileBuilder &builder) {
  const TargetIndex blob = builder.global("blob", "", 0x5010, 48);
  builder.target(blob).object.declared = {};
  builder.line(0x5000).storeAt(1, 16, 100).last().target = blob;
  builder.loadAt(1, 16, 50, 40).last().target = blob;
  builder.storeAt(2, 32, 100).last().target = blob;
}

TEST(JudgeUnnamed, ASymbolWithoutAType) {
  ProfileBuilder builder;
  symbolOnly(builder);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(found[0].confidence, Confidence::Low);
  EXPECT_EQ(found[0].object.kind, ObjectKind::Global);
  EXPECT_EQ(found[0].object.name, "blob");
  EXPECT_EQ(found[0].message,
            "bytes 0-7 and 16-23 of blob share a cacheline: 2 writer threads, 40 HITM, 100.0% of "
            "sampled latency; which members lie there is not known");
}

TEST(JudgeUnnamed, ASymbolOfAnUncheckedFile) {
  ProfileBuilder builder;
  symbolOnly(builder);
  builder.target(TargetIndex(1)).verified = false;
  EXPECT_THAT(findings(builder).at(0).message,
              EndsWith("; the file's identity could not be verified"));
}

TEST(JudgeUnnamed, ANamedFindingOnTheLineStandsAlone) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("q", "ring::Queue", 0x4000, 16);
  builder.line(0x4000).store(1, builder.member(queue, "head", 0), 100);
  builder.load(1, builder.member(queue, "head", 0), 60, 50);
  builder.store(2, builder.member(queue, "tail", 8), 100);
  builder.storeAt(3, 32, 100).loadAt(3, 32, 60, 50);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].object.name, "q");
  EXPECT_EQ(found[0].confidence, Confidence::High);
}

/// Memory of no known type: a block of 48 bytes that `function` allocates at the line of buffer.c.
TargetIndex block(ProfileBuilder &builder, std::uint64_t address, const std::string &function,
                  std::uint32_t line) {
  const TargetIndex index = builder.global("", "", address, 48);
  Target &target = builder.target(index);
  target.object.kind = ObjectKind::Heap;
  target.object.declared = {};
  target.object.allocated = {function, {"/src/buffer.c", line, 3}};
  target.evidence = Evidence::Allocation;
  target.certainty = Certainty::Likely;
  return index;
}

/// A line that begins within the first block; the second one begins at its byte 40.
void useFromTwoThreads(ProfileBuilder &builder, TargetIndex first, TargetIndex second) {
  builder.line(0x8000);
  for (const auto &[tid, target] : {std::pair(1U, first), std::pair(2U, second)}) {
    const std::uint32_t offset = tid == 1 ? 0 : 40;
    builder.storeAt(tid, offset, 100);
    builder.last().target = target;
    builder.loadAt(tid, offset, 100, 40);
    builder.last().target = target;
  }
}

Report judged(const Profile &profile) {
  return judge(profile, {});
}

TEST(JudgeUnnamed, BytesOfABlockAreToldByThePlaceThatAllocatesIt) {
  ProfileBuilder builder;
  const TargetIndex target = block(builder, 0x8000, "makeBuffer", 7);
  builder.line(0x8000);
  builder.store(1, target, 100).load(2, target, 100, 80);
  builder.last().offset = 8;
  const Profile profile = builder.build();
  const Report report = judged(profile);
  EXPECT_EQ(report.named_samples, 200U);
  EXPECT_EQ(report.named_by_allocation, 200U);
  ASSERT_THAT(report.findings, SizeIs(1));
  const Finding &found = report.findings.front();
  EXPECT_THAT(found.message, HasSubstr("bytes 0-7 and 8-15 of memory of makeBuffer (buffer.c:7)"));
  EXPECT_THAT(found.message, HasSubstr("only its place of allocation is known, not its type"));
  ASSERT_FALSE(found.related.empty());
  EXPECT_EQ(found.related.back().place.line, 7U);
  EXPECT_THAT(found.advice, IsEmpty());
}

TEST(JudgeUnnamed, BlocksOfOnePlaceAreInstancesOfOneOrigin) {
  ProfileBuilder builder;
  const TargetIndex first = block(builder, 0x7ff0, "makeBuffer", 7);
  const TargetIndex second = block(builder, 0x8028, "makeBuffer", 7);
  useFromTwoThreads(builder, first, second);
  const Profile profile = builder.build();
  const Report report = judged(profile);
  ASSERT_THAT(report.findings, SizeIs(1));
  const Finding &found = report.findings.front();
  EXPECT_EQ(found.rule, "fsfind-per-thread-slots");
  EXPECT_TRUE(found.allocator_induced);
  EXPECT_THAT(found.message, HasSubstr("blocks of memory of makeBuffer (buffer.c:7) share"));
  EXPECT_THAT(found.message, HasSubstr("only its place of allocation is known, not its type"));
  EXPECT_EQ(found.location.line, 7U);
  EXPECT_NE(found.confidence, Confidence::High);
}

TEST(JudgeUnnamed, BlocksOfDifferentPlacesAreNeighbours) {
  ProfileBuilder builder;
  const TargetIndex first = block(builder, 0x7ff0, "makeBuffer", 7);
  const TargetIndex second = block(builder, 0x8028, "makeOther", 9);
  useFromTwoThreads(builder, first, second);
  const Profile profile = builder.build();
  const Report report = judged(profile);
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings.front().rule, "fsfind-adjacent-objects");
  EXPECT_THAT(report.findings.front().message, HasSubstr("memory of makeBuffer (buffer.c:7)"));
  EXPECT_THAT(report.findings.front().message, HasSubstr("memory of makeOther (buffer.c:9)"));
}

} // namespace judgeUnnamedTest
} // namespace fsfind
