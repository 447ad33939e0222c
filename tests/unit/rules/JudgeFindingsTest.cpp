#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <random>

namespace fsfind {
namespace judgeFindingsTest {

using test::ProfileBuilder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> findings(ProfileBuilder &builder) {
  const Profile profile = builder.build();
  return judge(profile, {}).findings;
}

/// `slots` elements of `stride` bytes, each used by a thread of its own, from `base` on.
void perThreadTable(ProfileBuilder &builder, std::uint64_t base, std::uint64_t stride,
                    std::uint32_t slots) {
  std::uint64_t current = 0;
  for (std::uint32_t i = 0; i < slots; ++i) {
    const std::uint64_t address = base + i * stride;
    const TargetIndex element =
        builder.global("shard_stats_table", "shard_stats", address, stride, i);
    if (const std::uint64_t line = address / 64 * 64; line != current)
      builder.line(current = line);
    builder.store(10 + i, builder.member(element, "requests", 0), 100);
    builder.load(10 + i, builder.member(element, "requests", 0), 60, 50);
    builder.store(10 + i, builder.member(element, "bytes", 8), 40);
  }
}

TEST(JudgeFindings, SlotsOfOneTableAreOneFinding) {
  ProfileBuilder builder;
  perThreadTable(builder, 0x4000, 16, 8);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  const Finding &finding = found[0];
  EXPECT_EQ(finding.rank, 1U);
  EXPECT_EQ(finding.rule, "fsfind-per-thread-slots");
  EXPECT_EQ(finding.verdict, Verdict::Measured);
  EXPECT_EQ(finding.sharing, Sharing::False);
  EXPECT_EQ(finding.confidence, Confidence::High);
  EXPECT_THAT(finding.lines, ElementsAre(0x4000, 0x4040));
  EXPECT_EQ(finding.object.name, "shard_stats_table");
  EXPECT_EQ(finding.object.index, std::nullopt);
  EXPECT_EQ(finding.object.address, 0x4000U);
  ASSERT_THAT(finding.members, SizeIs(2));
  EXPECT_EQ(finding.members[0].path, "requests");
  EXPECT_EQ(finding.members[0].hitm, 400U);
  EXPECT_THAT(finding.members[0].writers,
              ElementsAre("10", "11", "12", "13", "14", "15", "16", "17"));
  EXPECT_THAT(finding.members[1].readers, IsEmpty());
  ASSERT_TRUE(finding.record);
  EXPECT_EQ(finding.record->name, "shard_stats");
  EXPECT_EQ(finding.location, (Place{"/src/worker.cpp", 3, 7}));
  EXPECT_EQ(finding.cost.hitm, 400U);
  EXPECT_DOUBLE_EQ(finding.cost.latency_share, 1);
  EXPECT_EQ(finding.message,
            "elements of shard_stats_table (16 bytes each) share 2 cachelines: 8 writer threads, "
            "400 HITM, 100.0% of sampled latency");
}

TEST(JudgeFindings, PartsOfOneTypeAreMembersOfWhatHoldsThem) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 16);
  const TargetIndex head = builder.member(queue, "head.v", 0),
                    tail = builder.member(queue, "tail.v", 8);
  for (const TargetIndex cursor : {head, tail})
    builder.target(cursor).record = RecordInfo{"Cursor", {"/src/cursor.h", 3, 8}, 8, 0};
  builder.line(0x4000).load(11, head, 60, 50).store(12, tail, 60);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_TRUE(found[0].record);
  EXPECT_EQ(found[0].record->name, "Queue");
  EXPECT_THAT(found[0].message,
              HasSubstr("members head.v (read by thread 11) and tail.v (written by thread 12) of "
                        "Queue share"));
}

TEST(JudgeFindings, APaddedTableGivesNone) {
  ProfileBuilder builder;
  perThreadTable(builder, 0x4000, 64, 8);
  EXPECT_THAT(findings(builder), IsEmpty());
}

TEST(JudgeFindings, ArrayMembersOfOneRecordAreSlotsToo) {
  ProfileBuilder builder;
  const TargetIndex server = builder.global("server", "Server", 0x4000, 64);
  builder.line(0x4000);
  for (std::uint32_t i = 0; i < 4; ++i)
    builder.store(10 + i, builder.member(server, fmt::format("lanes[{}]", i), i * 8), 50)
        .load(10 + i, builder.member(server, fmt::format("lanes[{}]", i), i * 8), 50, 40);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-per-thread-slots");
  ASSERT_THAT(found[0].members, SizeIs(1));
  EXPECT_EQ(found[0].members[0].path, "lanes");
  EXPECT_EQ(found[0].members[0].offset, 0U);
  EXPECT_THAT(found[0].message, HasSubstr("elements of lanes in Server share a cacheline"));
}

TEST(JudgeFindings, MembersWithDifferentWriters) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("q", "ring::Queue", 0x4000, 64);
  const TargetIndex head = builder.member(queue, "head", 0);
  const TargetIndex tail = builder.member(queue, "tail", 8);
  builder.line(0x4000).store(1, head, 100).load(1, head, 60, 50).load(1, tail, 20, 10);
  builder.store(2, tail, 100).load(2, head, 60, 60);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-adjacent-thread-fields");
  EXPECT_EQ(found[0].sharing, Sharing::Mixed);
  EXPECT_EQ(found[0].members[0].path, "head");
  EXPECT_THAT(found[0].members[0].writers, ElementsAre("1"));
  EXPECT_THAT(found[0].members[0].readers, ElementsAre("1", "2"));
  EXPECT_EQ(found[0].location, (Place{"/src/worker.h", 20, 8}));
  EXPECT_EQ(
      found[0].message,
      "members head (written by thread 1, read by thread 2) and tail (written by thread 2, read by "
      "thread 1) of ring::Queue share a cacheline: 2 writer threads, 120 HITM, 100.0% of sampled "
      "latency; 41.7% of the "
      "contended loads are false sharing, by who stores where");
  EXPECT_THAT(found[0].related, testing::Contains(testing::Field(&RelatedPlace::message,
                                                                 "most stores come from here")));
}

/// Each side meets the other's writes where it reads them, so padding ends nothing.
TEST(JudgeFindings, MembersThatOnlyTheOtherSideReadsAreTrueSharing) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("q", "ring::Queue", 0x4000, 64);
  const TargetIndex head = builder.member(queue, "head", 0);
  const TargetIndex tail = builder.member(queue, "tail", 8);
  builder.line(0x4000).store(1, head, 100).load(1, tail, 60, 50);
  builder.store(2, tail, 100).load(2, head, 60, 60);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-contended-atomic");
  EXPECT_EQ(found[0].sharing, Sharing::True);
}

TEST(JudgeFindings, NeighbouringVariables) {
  ProfileBuilder builder;
  const TargetIndex sent = builder.global("sent", "long", 0x4000, 8);
  const TargetIndex received = builder.global("received", "long", 0x4008, 8);
  builder.target(received).object.declared.line = 4;
  builder.line(0x4000).store(1, sent, 100).load(1, sent, 50, 40).store(2, received, 100);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-adjacent-globals");
  EXPECT_EQ(found[0].sharing, Sharing::False);
  EXPECT_EQ(found[0].members[1].path, "received");
  EXPECT_THAT(found[0].message,
              HasSubstr("variables sent (written by thread 1) and received (written by "
                        "thread 2) share a cacheline"));
}

TEST(JudgeFindings, AMemberBesideAVariableIsNoVariable) {
  ProfileBuilder builder;
  const TargetIndex n = builder.member(builder.global("slots", "Slots", 0x4000, 8), "n", 0);
  const TargetIndex total = builder.global("total", "long", 0x4008, 8);
  builder.line(0x4000).store(1, n, 100).load(1, n, 50, 40).store(2, total, 100);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].message,
              HasSubstr("data slots.n (written by thread 1) and total (written by "
                        "thread 2) share a cacheline"));
}

TEST(JudgeFindings, OneWordHitByAll) {
  ProfileBuilder builder;
  const TargetIndex hits = builder.global("hits", "std::atomic<long>", 0x4000, 8);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U, 3U})
    builder.store(tid, hits, 50).load(tid, hits, 50, 40);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-contended-atomic");
  EXPECT_EQ(found[0].sharing, Sharing::True);
  EXPECT_EQ(found[0].members[0].path, "hits");
  EXPECT_THAT(found[0].message, HasSubstr("padding alone will not help"));
}

TEST(JudgeFindings, OneMemberOfManyElementsIsNamedWithoutAnIndex) {
  ProfileBuilder builder;
  const TargetIndex ring = builder.global("ring", "Ring", 0x4000, 256);
  for (const std::uint64_t i : {0U, 1U, 2U}) {
    const std::string path = fmt::format("slots_[{}].sequence", i);
    builder.line(0x4000 + i * 64);
    for (const std::uint32_t tid : {1U, 2U, 3U}) {
      const TargetIndex sequence = builder.member(ring, path, i * 64);
      builder.store(tid, sequence, 50).load(tid, sequence, 50, 40);
    }
  }
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-contended-atomic");
  ASSERT_THAT(found[0].members, SizeIs(1));
  EXPECT_EQ(found[0].members[0].path, "slots_[].sequence");
}

TEST(JudgeFindings, MembersThatAreSeldomUsedAreNotNamed) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 64);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U}) {
    const TargetIndex own = builder.member(queue, tid == 1 ? "head" : "tail", tid * 8);
    builder.store(tid, own, 900).load(tid, own, 900, 800);
  }
  builder.load(3, builder.member(queue, "capacity", 32), 40, 30);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  ASSERT_THAT(found[0].members, SizeIs(2));
  EXPECT_THAT(found[0].message,
              HasSubstr("members head (written by thread 1) and tail (written by thread 2) "
                        "of Queue share a cacheline"));
}

TEST(JudgeFindings, LocksByShardThatAllThreadsTakeAreSlots) {
  ProfileBuilder builder;
  builder.line(0x4000);
  for (std::uint64_t i = 0; i < 8; ++i)
    for (const std::uint32_t tid : {1U, 2U, 3U}) {
      const TargetIndex lock = builder.global("locks", "spinlock", 0x4000 + i * 8, 8, i);
      builder.store(tid, lock, 50).load(tid, lock, 50, 20);
    }
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].rule, "fsfind-per-thread-slots");
  EXPECT_EQ(found[0].sharing, Sharing::Mixed);
}

TEST(JudgeFindings, OneThreadGivesNone) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("q", "Queue", 0x4000, 64);
  builder.line(0x4000).store(1, builder.member(queue, "head", 0), 100);
  builder.load(1, builder.member(queue, "tail", 8), 60, 50);
  EXPECT_THAT(findings(builder), IsEmpty());
}

TEST(JudgeFindings, ConfidenceFollowsTheEvidence) {
  const auto confidence = [](std::uint64_t hitm, Evidence evidence, bool stores) {
    ProfileBuilder builder;
    const TargetIndex sent = builder.global("sent", "long", 0x4000, 8);
    const TargetIndex received = builder.global("received", "long", 0x4008, 8);
    builder.target(received).object.declared.line = 4;
    builder.target(sent).evidence = evidence;
    builder.line(0x4000).load(1, sent, 50, hitm).load(2, received, 50);
    if (stores)
      builder.store(1, sent, 50).store(2, received, 50);
    return findings(builder).at(0).confidence;
  };
  EXPECT_EQ(confidence(10, Evidence::StaticData, true), Confidence::High);
  EXPECT_EQ(confidence(9, Evidence::StaticData, true), Confidence::Medium);
  EXPECT_EQ(confidence(40, Evidence::AccessSite, true), Confidence::High);
  EXPECT_EQ(confidence(2, Evidence::StaticData, true), Confidence::Low);
  EXPECT_EQ(confidence(40, Evidence::StaticData, false), Confidence::Low);
}

TEST(JudgeFindings, NamesOfAnUncheckedFileAreNeverHighlyConfident) {
  ProfileBuilder builder;
  perThreadTable(builder, 0x4000, 16, 8);
  for (std::uint32_t i = 0; i < 3; ++i)
    builder.target(TargetIndex(1 + i)).verified = false;
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].confidence, Confidence::Medium);
  EXPECT_THAT(found[0].message, testing::EndsWith("; the file's identity could not be verified"));
}

TEST(JudgeFindings, StoresAloneAreEvidence) {
  ProfileBuilder builder;
  const TargetIndex sent = builder.global("sent", "long", 0x4000, 8);
  const TargetIndex received = builder.global("received", "long", 0x4008, 8);
  builder.target(received).object.declared.line = 4;
  builder.line(0x4000).store(1, sent, 100).store(2, received, 100);
  const std::vector<Finding> found = findings(builder);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].confidence, Confidence::Medium);
  EXPECT_THAT(found[0].message, HasSubstr("200 stores and no HITM"));
}

TEST(JudgeFindings, RanksByCostAndIgnoresOrder) {
  std::mt19937 random(3);
  ProfileBuilder builder;
  const TargetIndex hits = builder.global("hits", "long", 0x1000, 8);
  builder.line(0x1000).store(1, hits, 50).load(2, hits, 50, 30).load(1, hits, 40, 10);
  perThreadTable(builder, 0x4000, 16, 8);
  Profile profile = builder.build();
  const Report first = judge(profile, {});
  ASSERT_THAT(first.findings, SizeIs(2));
  EXPECT_EQ(first.findings[0].object.name, "shard_stats_table");
  EXPECT_EQ(first.findings[1].rank, 2U);
  for (Line &line : profile.lines)
    std::shuffle(line.accesses.begin(), line.accesses.end(), random);
  const Report second = judge(profile, {});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(second.findings[i].message, first.findings[i].message);
    EXPECT_EQ(second.findings[i].lines, first.findings[i].lines);
    EXPECT_EQ(second.findings[i].members[0].writers, first.findings[i].members[0].writers);
  }
}

TEST(JudgeFindings, ATinyPartOfAllContentionIsLeftOut) {
  ProfileBuilder builder;
  const TargetIndex hits = builder.global("hits", "long", 0x1000, 8);
  const TargetIndex rare = builder.global("rare", "long", 0x2000, 8);
  builder.target(rare).object.declared.line = 9;
  builder.line(0x1000).store(1, hits, 50).load(2, hits, 99999, 99999);
  builder.line(0x2000).store(1, rare, 50).load(2, rare, 50, 50);
  const Profile profile = builder.build();
  EXPECT_THAT(judge(profile, {}).findings, SizeIs(1));
  EXPECT_THAT(judge(profile, {.show_all = true}).findings, SizeIs(2));
}

} // namespace judgeFindingsTest
} // namespace fsfind
