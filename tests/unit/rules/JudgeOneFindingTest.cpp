// One datum is one finding, however differently its lines are used; and only elements are elements.
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fsfind {
namespace judgeOneFindingTest {

using test::ProfileBuilder;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::uint64_t kHeap = 0x8000;

/// A slot of a channel's buffer, 32 bytes, of which two lie on a line.
TargetIndex slot(ProfileBuilder &builder, std::uint64_t address) {
  const TargetIndex target = builder.global("", "Slot<u64>", address, 32);
  builder.target(target).object.kind = ObjectKind::Heap;
  builder.target(target).object.of_array = true;
  builder.target(target).evidence = Evidence::AccessSite;
  return target;
}

/// Three lines, of which the samples of each alone support another rule, or none.
ProfileBuilder channel() {
  ProfileBuilder builder;
  const TargetIndex first = slot(builder, kHeap), second = slot(builder, kHeap + 32);
  builder.line(kHeap);
  builder.store(1, builder.member(first, "msg", 0), 60)
      .load(1, builder.member(first, "msg", 0), 90, 80);
  builder.store(2, builder.member(second, "msg", 0), 60);
  const TargetIndex alone = slot(builder, kHeap + 64);
  builder.line(kHeap + 64);
  builder.store(1, builder.member(alone, "msg", 0), 60);
  builder.store(2, builder.member(alone, "stamp", 8), 60)
      .load(2, builder.member(alone, "stamp", 8), 60, 40);
  const TargetIndex hot = slot(builder, kHeap + 128);
  builder.line(kHeap + 128);
  for (const std::uint32_t tid : {1U, 2U})
    builder.store(tid, builder.member(hot, "stamp", 8), 30)
        .load(tid, builder.member(hot, "stamp", 8), 60, 20);
  const TargetIndex few = slot(builder, kHeap + 192);
  builder.line(kHeap + 192);
  builder.store(3, builder.unknown(), 0).load(2, builder.member(few, "msg", 0), 3, 3);
  builder.lastLine().accesses.front().offset = 40;
  builder.storeAt(3, 40, 1);
  return builder;
}

/// The only finding of what was built.
Finding onlyFinding(ProfileBuilder &builder, const JudgeOptions &options = {}) {
  const Profile profile = builder.build();
  const Report report = judge(profile, options);
  EXPECT_THAT(report.findings, SizeIs(1));
  return report.findings.empty() ? Finding() : report.findings.front();
}

/// Each of the threads stores to the datum and meets the others' stores there.
void fightFor(ProfileBuilder &builder, TargetIndex datum,
              std::initializer_list<std::uint32_t> threads, std::uint64_t hitm = 50) {
  for (const std::uint32_t tid : threads)
    builder.store(tid, datum, 50).load(tid, datum, 60, hitm);
}

TEST(JudgeOneFinding, LinesOfOneTypeAreOneFindingRankedByTheirSum) {
  ProfileBuilder builder = channel();
  const Finding finding = onlyFinding(builder, {.show_all = true});
  EXPECT_EQ(finding.rule, "fsfind-per-thread-slots") << "most contended loads support it";
  EXPECT_EQ(finding.cost.hitm, 80U + 40 + 40 + 3);
  EXPECT_THAT(finding.lines, SizeIs(4));
  EXPECT_THAT(finding.message, Not(HasSubstr("not known")));
}

TEST(JudgeOneFinding, MembersOnLinesOfTheirOwnAreDifferentData) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Channel", 0x4000, 128);
  const TargetIndex head = builder.member(queue, "head", 0);
  const TargetIndex tail = builder.member(queue, "tail", 64);
  builder.line(0x4000);
  fightFor(builder, head, {1, 2});
  builder.line(0x4040);
  fightFor(builder, tail, {3, 4}, 40);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(2));
  EXPECT_THAT(report.findings[0].message, StartsWith("head of Channel is contended"));
  EXPECT_THAT(report.findings[1].message, StartsWith("tail of Channel is contended"));
}

TEST(JudgeOneFinding, ElementsOfARowHaveTheNameOfTheirArray) {
  ProfileBuilder builder;
  const TargetIndex row = builder.global("matrix", "long [8]", 0x4000, 64, 0);
  builder.line(0x4000);
  for (const std::uint32_t i : {0U, 1U}) {
    const TargetIndex cell = builder.member(row, i == 0 ? "[0]" : "[1]", 8 * i);
    builder.target(cell).record.reset();
    builder.store(10 + i, cell, 100).load(10 + i, cell, 60, 50);
  }
  const Finding finding = onlyFinding(builder);
  ASSERT_THAT(finding.members, SizeIs(1));
  EXPECT_EQ(finding.members[0].path, "matrix");
  EXPECT_THAT(finding.message, StartsWith("elements of matrix share a cacheline"));
}

TEST(JudgeOneFinding, LocksOfAnArrayAreContendedEachForItself) {
  ProfileBuilder builder;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const TargetIndex lock = builder.global("locks", "pthread_mutex_t", 0x4000 + 64 * i, 40, i);
    builder.line(0x4000 + 64 * i);
    fightFor(builder, lock, {1, 2});
  }
  const Finding finding = onlyFinding(builder);
  EXPECT_THAT(finding.message,
              StartsWith("elements of locks (40 bytes each) are contended, each by all its"));
}

TEST(JudgeOneFinding, APathOfSeveralNamesBeginsInItsObject) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("", "Channel", 0x4000, 128);
  const TargetIndex head = builder.member(queue, "head.value", 0);
  builder.target(head).record = RecordInfo{"CachePadded", {"/src/pad.h", 3, 8}, 64, 64};
  builder.line(0x4000);
  fightFor(builder, head, {1, 2});
  const Finding finding = onlyFinding(builder);
  EXPECT_THAT(finding.message, StartsWith("head.value of Channel is contended"));
}

TEST(JudgeOneFinding, ContendedLoadsRankNotAllLoads) {
  ProfileBuilder builder;
  const TargetIndex read = builder.global("read", "long", 0x4000, 8);
  const TargetIndex fought = builder.global("fought", "long", 0x8000, 8);
  builder.target(fought).object.declared.line = 9;
  builder.line(0x4000).store(1, read, 50).load(2, read, 9000, 20);
  builder.line(0x8000).store(1, fought, 50).load(2, fought, 60, 60);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(2));
  EXPECT_EQ(report.findings[0].object.name, "fought");
}

TEST(JudgeOneFinding, MembersThatAllThreadsUseAlikeHaveNames) {
  ProfileBuilder builder;
  const TargetIndex pool = builder.global("pool", "Pool", 0x4000, 24);
  builder.line(0x4000);
  for (const std::uint32_t tid : {1U, 2U, 3U}) {
    builder.store(tid, builder.member(pool, "used", 0), 50);
    builder.load(tid, builder.member(pool, "used", 0), 50, 30);
    builder.load(tid, builder.member(pool, "limit", 16), 50, 30).inFunction("look");
  }
  const Finding finding = onlyFinding(builder);
  EXPECT_EQ(finding.rule, "fsfind-adjacent-thread-fields");
  EXPECT_THAT(finding.message, HasSubstr("of Pool share a cacheline"));
}

TEST(JudgeOneFinding, OneObjectIsNeverCalledElements) {
  ProfileBuilder builder;
  const TargetIndex server = builder.global("server", "redisServer", 0x4000, 2264);
  builder.line(0x4000);
  builder.store(1, builder.member(server, "clients[3]", 0), 100);
  builder.load(1, builder.member(server, "clients[3]", 0), 60, 50);
  builder.store(2, builder.member(server, "reads", 8), 100);
  const Finding finding = onlyFinding(builder);
  EXPECT_EQ(finding.rule, "fsfind-adjacent-thread-fields");
  EXPECT_THAT(finding.message, StartsWith("members "));
}

TEST(JudgeOneFinding, TheElementOfAnArrayMemberIsItsOwnType) {
  ProfileBuilder builder;
  const TargetIndex server = builder.global("server", "server", 0x4000, 2264);
  builder.line(0x4000);
  builder.load(3, builder.member(server, "count", 0), 60, 10);
  for (const std::uint32_t i : {0U, 1U}) {
    const TargetIndex hits =
        builder.member(server, i == 0 ? "table[0].hits" : "table[1].hits", 8 + 24 * i);
    builder.target(hits).record = RecordInfo{"slot", {"/src/slot.h", 3, 8}, 24, 0};
    builder.store(10 + i, hits, 100).load(10 + i, hits, 60, 50);
  }
  const Finding finding = onlyFinding(builder);
  EXPECT_EQ(finding.rule, "fsfind-per-thread-slots");
  ASSERT_TRUE(finding.record);
  EXPECT_EQ(finding.record->name, "slot");
  EXPECT_EQ(finding.record->size, 24U);
  EXPECT_THAT(finding.message, StartsWith("elements of table[].hits in server share a cacheline"));
}

TEST(JudgeOneFinding, TheHeadlineIsTheHottestPairOfTwoThreads) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 32);
  const TargetIndex head = builder.member(queue, "head", 0),
                    tail = builder.member(queue, "tail", 8);
  const TargetIndex size = builder.member(queue, "size", 16);
  builder.line(0x4000).store(1, head, 200).load(1, head, 60, 20);
  builder.store(2, size, 30).load(2, size, 40, 10).load(3, tail, 300, 250);
  const Finding finding = onlyFinding(builder);
  EXPECT_THAT(
      finding.message,
      StartsWith("members tail (read by thread 3), head (written by thread 1) and 1 more of "
                 "Queue share a cacheline"));
}

TEST(JudgeOneFinding, OfManyUsersTheNumberIsTold) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 32);
  const TargetIndex lock = builder.member(queue, "lock", 0),
                    open = builder.member(queue, "open", 8);
  builder.line(0x4000);
  for (std::uint32_t tid = 1; tid <= 8; ++tid)
    builder.load(tid, open, 90, 80)
        .inFunction("look")
        .load(tid, lock, 9, 5)
        .store(tid, lock, tid <= 5 ? 100 : 0);
  EXPECT_THAT(
      onlyFinding(builder).message,
      StartsWith("members open (read by all 8 threads) and lock (written by 5 threads, read "
                 "by 3 others) of Queue share"));
}

/// `head` is read by thread 1 and, beside 5000 stores to `tail`, stored to `stores` times by
/// thread 3.
Finding rarelyWritten(std::uint64_t stores) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 32);
  const TargetIndex head = builder.member(queue, "head", 0);
  builder.target(queue).record = RecordInfo{"Queue", {"/src/queue.c", 3, 8}, 32, 8};
  builder.line(0x4000).load(1, head, 300, 250).load(3, head, 60);
  if (stores != 0)
    builder.store(3, head, stores);
  builder.store(2, builder.member(queue, "tail", 8), 5000);
  return onlyFinding(builder);
}

TEST(JudgeOneFinding, WhoWritesRarelyIsNotSaidToReadOnly) {
  const Finding finding = rarelyWritten(5);
  EXPECT_THAT(
      finding.message,
      StartsWith("members head (read by thread 1, rarely written by thread 3) and tail "
                 "(written by thread 2) of Queue share a cacheline: 1 writer thread, 1 rare "
                 "writer thread, 1 other reader thread"));
  EXPECT_EQ(finding.conflict, Conflict::ReadWrite) << "the verdict is about usual writers";
  EXPECT_THAT(finding.members.at(0).rare_writers, testing::ElementsAre("3"));
  EXPECT_THAT(finding.members.at(0).writers, testing::IsEmpty());
}

TEST(JudgeOneFinding, WhoNeverWritesIsNoRareWriter) {
  EXPECT_THAT(rarelyWritten(0).message, Not(HasSubstr("rare")));
  EXPECT_THAT(rarelyWritten(4000).message, Not(HasSubstr("rare")));
}

TEST(JudgeOneFinding, OnlyTheFirstMembersHavePlacesOfTheirOwn) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 64);
  builder.line(0x4000);
  for (std::uint32_t i = 0; i < 8; ++i) {
    const TargetIndex member = builder.member(queue, "m" + std::to_string(i), std::uint64_t{8} * i);
    builder.target(member).member_declared = {"/src/queue.c", 10 + i, 3};
    builder.store(i + 1, member, i == 7 ? 900 : 100).load(i + 1, member, 60, i == 7 ? 5 : 50 - i);
  }
  const Finding finding = onlyFinding(builder);
  std::vector<std::string> declared;
  for (const RelatedPlace &place : finding.related)
    if (place.message.starts_with("m") && place.message.find("declared") != std::string::npos)
      declared.push_back(place.message.substr(0, place.message.find(" is ")) +
                         place.message.substr(std::min(place.message.size(), std::size_t{19})));
  EXPECT_THAT(finding.message, StartsWith("members m0 (written by thread 1), m7"));
  EXPECT_THAT(declared, testing::ElementsAre("m7", "m1", "m2", "m3, 3 more elsewhere"))
      << "m0 is the finding's place";
}

TEST(JudgeOneFinding, AWideAccessDoesNotMakeAMemberOfWhatIsNoise) {
  ProfileBuilder builder;
  const TargetIndex queue = builder.global("queue", "queue", 0x1000, 64);
  const TargetIndex head = builder.member(queue, "head", 0),
                    mark = builder.member(queue, "mark", 8),
                    tail = builder.member(queue, "tail", 16);
  builder.line(0x1000).store(1, head, 5000).load(2, head, 5000, 500).load(2, head, 1);
  builder.last().size = 16; // of `mark`, too
  builder.store(2, tail, 5000).load(1, tail, 5000, 500).load(1, mark, 1);
  const Finding finding = onlyFinding(builder);
  EXPECT_THAT(finding.members, SizeIs(2));
}

/// Four threads on locks that `place` allocates.
void locksFrom(ProfileBuilder &builder, std::uint64_t address, std::uint32_t place) {
  const TargetIndex lock = builder.global("", "pthread_mutex_t", address, 40);
  Target &target = builder.target(lock);
  target.object.kind = ObjectKind::Heap;
  target.object.declared = {"pthreadtypes.h", 67, 3};
  target.object.allocated = {"makeLocks", {"locks.c", place, 10}};
  target.evidence = Evidence::AccessSite;
  builder.line(address);
  for (std::uint32_t tid = 1; tid <= 4; ++tid)
    builder.store(tid, lock, 100).load(tid, lock, 100, 80);
}

TEST(JudgeOneFinding, LocksOfTwoAllocationsAreTwoData) {
  ProfileBuilder builder;
  locksFrom(builder, kHeap, 7);
  locksFrom(builder, kHeap + 640, 7);
  locksFrom(builder, kHeap + 1280, 9);
  const Profile profile = builder.build();
  const Report report = judge(profile, {});
  ASSERT_THAT(report.findings, SizeIs(2));
  EXPECT_EQ(report.findings[0].lines.size(), 2U);
  EXPECT_EQ(report.findings[0].location, (Place{"locks.c", 7, 10}));
  EXPECT_THAT(report.findings[0].message, HasSubstr("on the heap, allocated in makeLocks,"));
  EXPECT_EQ(report.findings[1].location, (Place{"locks.c", 9, 10}));
}

TEST(JudgeOneFinding, MembersOfNeighboursAreCalledByTheirObjectsOnce) {
  ProfileBuilder builder;
  const auto onHeap = [&](const char *type, std::uint64_t address) {
    const TargetIndex target = builder.global("", type, address, 32);
    builder.target(target).object.kind = ObjectKind::Heap;
    builder.target(target).evidence = Evidence::AccessSite;
    return target;
  };
  const TargetIndex mutex = builder.member(onHeap("Pool", kHeap), "mutex", 8),
                    head = builder.member(onHeap("Queue", kHeap + 32), "head", 8);
  builder.line(kHeap);
  for (const std::uint32_t tid : {1U, 2U}) {
    builder.store(tid, mutex, 60).load(tid, mutex, 60, 40);
    builder.last().essential = 40;
    builder.load(tid, head, 60, 40);
    builder.last().essential = 40;
  }
  const std::vector<Finding> found = judge(builder.build(), {}).findings;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].message, StartsWith("Pool.mutex on the heap"));
}

TEST(JudgeOneFinding, ANeighbourThatIsNoiseMakesNoSecondFinding) {
  for (const std::uint64_t use : {4U, 40U}) {
    ProfileBuilder builder;
    const TargetIndex queue = builder.global("queue", "Queue", 0x4000, 32);
    const TargetIndex near = builder.global("near", "long", 0x4030, 8);
    builder.line(0x4000);
    for (const std::uint32_t tid : {1U, 2U})
      builder.load(tid, builder.member(queue, "limit", 0), 80, 50);
    builder.store(3, builder.member(queue, "count", 8), 90)
        .load(3, builder.member(queue, "count", 8), 90, 40);
    builder.load(4, near, use, use);
    const Profile profile = builder.build();
    const std::vector<Finding> findings = judge(profile, {}).findings;
    ASSERT_FALSE(findings.empty());
    const bool twice = std::any_of(findings.begin(), findings.end(), [](const Finding &one) {
      return one.rule == "fsfind-adjacent-globals";
    });
    EXPECT_EQ(twice, use > 4) << use;
  }
}

} // namespace judgeOneFindingTest
} // namespace fsfind
