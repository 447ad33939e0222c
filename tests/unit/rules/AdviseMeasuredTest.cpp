#include "analyzer/knowledge/Knowledge.h"
#include "rules/join/Join.h"
#include "rules/model/RuleIds.h"
#include "tests/unit/rules/MeasuredAdvice.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace adviseMeasuredTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Finding datum(const std::string &file) {
  Finding finding = slots(file);
  finding.rule = kRuleContendedAtomic;
  finding.sharing = Sharing::True;
  finding.conflict = Conflict::WriteWrite;
  finding.members[0].updates = {Update::Add};
  return finding;
}

TEST(AdviseMeasured, DrawsTheRecordAsTheCompilerLaidItOut) {
  const std::vector<Advice> advice = adviceOn(fields("q.cpp"));
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
  const std::vector<Advice> advice = adviceOn(finding);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].size_after, 0U);
  EXPECT_THAT(advice[0].after, IsEmpty());
  EXPECT_THAT(advice[0].example, HasSubstr("tail"));
}

TEST(AdviseMeasured, MembersThatThreadsHandOnAreNotSpread) {
  Finding client = fields("client.c");
  client.record = record("client",
                         {{"flags", "long", 0, 8, 8},
                          {"reply", "long", 8, 8, 8},
                          {"argc", "long", 16, 8, 8},
                          {"slot", "long", 24, 8, 8}},
                         32);
  client.members = {member("flags", 0, {"11", "12"}), member("reply", 8, {"11"}),
                    member("argc", 16, {"11", "12"}), member("slot", 24, {"11"})};
  EXPECT_THAT(whyNone(client), HasSubstr("from 1 to 4 cachelines: group the members"));
  client.members[1].writers = client.members[3].writers = {"13"};
  EXPECT_THAT(adviceOn(client), SizeIs(1)) << "these threads do not use each other's members";
  client.members = {member("flags", 0, {"11", "12"}), member("reply", 8, {"11"})};
  EXPECT_THAT(adviceOn(client), SizeIs(1)) << "one line for each group";
}

TEST(AdviseMeasured, SaysNothingOfMembersThatAreNotTheRecords) {
  Finding finding = fields("q.cpp");
  finding.members[0].path = "elsewhere";
  EXPECT_THAT(adviceOn(finding), IsEmpty());
  finding = fields("q.cpp");
  finding.record->members = nullptr;
  EXPECT_THAT(adviceOn(finding), IsEmpty());
}

TEST(AdviseMeasured, TakesThreadsThatSamplesMissedHereAndThereAsOneGroup) {
  Finding finding = fields("q.cpp");
  finding.members[0].writers = {"1", "2", "3", "4", "5"};
  finding.members[1].writers = {"1", "2", "4", "5", "6"};
  EXPECT_THAT(adviceOn(finding), IsEmpty());
}

TEST(AdviseMeasured, AHeadersLanguageIsThatOfTheCodeThatUsesIt) {
  Finding finding = slots("counts.h");
  finding.related = {{{"main.c", 7, 0}, "most stores come from here"}};
  EXPECT_THAT(adviceOn(finding)[0].example, HasSubstr("_Alignas(64)"));
  finding.related[0].place.file = "main.cc";
  EXPECT_THAT(adviceOn(finding)[0].example, HasSubstr("alignas(64)"));
  finding.location.file = "/build/counts.h";
  finding.related[0].place.file = "nptl/pthread_mutex_lock.c";
  EXPECT_THAT(adviceOn(finding)[0].example, HasSubstr("struct alignas(64)")) << "of the C library";
  finding.location.file = "kernel.f90";
  finding.related.clear();
  EXPECT_THAT(adviceOn(finding), IsEmpty());
}

TEST(AdviseMeasured, OnlyWhatThreadsAddToWithoutReadingItIsSpread) {
  EXPECT_THAT(remediesOf(datum("a.rs")), testing::ElementsAre(Remedy::ShardPerCpu));
  Finding finding = datum("a.rs");
  finding.members[0].updates = {Update::Add, Update::Replace};
  EXPECT_THAT(remediesOf(finding), IsEmpty());
  finding = datum("a.rs");
  finding.members[0].read_by_others = true;
  EXPECT_THAT(remediesOf(finding), IsEmpty());
  EXPECT_THAT(whyNone(finding), HasSubstr("others read it often"));
  finding = datum("a.rs");
  finding.members.push_back(member("lock", 8, {"11", "12"}));
  finding.members[1].updates = {Update::Conditional};
  EXPECT_THAT(remediesOf(finding), IsEmpty()) << "the lock guards it";
  EXPECT_THAT(whyNone(finding), HasSubstr("change 'counts.lock' by compare-and-swap"));
}

TEST(AdviseMeasured, WhatStoresDoTellsWhatHelps) {
  const auto whyNot = [](std::vector<Update> updates) {
    Finding finding = datum("a.c");
    finding.members[0].updates = std::move(updates);
    return whyNone(finding);
  };
  EXPECT_THAT(whyNot({Update::Conditional}), HasSubstr("test by a load before"));
  EXPECT_THAT(whyNot({Update::Fetch}), HasSubstr("a batch for each thread"));
  EXPECT_THAT(whyNot({Update::Replace}), HasSubstr("publish less often"));
  EXPECT_THAT(whyNot({Update::Unknown, Update::Add}), HasSubstr("is not known"));
  EXPECT_THAT(whyNot({Update::Add, Update::Conditional}), HasSubstr("compare-and-swap"));
}

TEST(AdviseMeasured, ThreadsChangeBitsOfABitsetHoweverItIsCompiled) {
  for (const Update update : {Update::Replace, Update::Unknown, Update::Bits}) {
    Finding finding = datum("a.cpp");
    finding.members[0].type = "std::bitset<512>";
    finding.members[0].updates = {update};
    EXPECT_THAT(whyNone(finding), HasSubstr("blocks of bits"));
  }
}

TEST(AdviseMeasured, NothingIsSummedLocallyByARecordingAlone) {
  EXPECT_THAT(remediesOf(slots("a.rs")), testing::ElementsAre(Remedy::AlignType));
}

TEST(AdviseMeasured, WhoWritesRarelyIsNotSaidToReadOnly) {
  Finding finding = fields("q.cpp");
  finding.members[1].writers.clear();
  EXPECT_THAT(adviceOn(finding)[0].why, HasSubstr("'head' is read"));
  finding.members[1].rare_writers = {"11"};
  EXPECT_THAT(adviceOn(finding)[0].why, HasSubstr("'head' is rarely written by thread 11"));
}

TEST(AdviseMeasured, ElementsOfALargeArrayAreNotPadded) {
  Finding finding = slots("a.c");
  finding.object.size = finding.members[0].size = 4;
  finding.lines.resize(32); // 512 elements, that take 32 KiB if padded
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::AlignType));
  finding.lines.resize(33);
  EXPECT_THAT(adviceOn(finding), IsEmpty());
  EXPECT_THAT(whyNone(finding), HasSubstr("begins and ends with a cacheline"));
}

TEST(AdviseMeasured, AnArrayWithinARecordIsOfItsOwnElements) {
  Finding finding = slots("a.go");
  finding.object.type = "main.stats";
  finding.object.size = 128;
  finding.members[0].path = "shards[].hits";
  finding.record = record("main.shard", {{"hits", "uint64", 0, 8, 8}}, 16);
  const Advice advice = adviceOn(finding)[0];
  EXPECT_EQ(advice.size_before, 16U);
  EXPECT_EQ(advice.size_after, 64U);
  EXPECT_EQ(advice.example, "type shard struct {\n...\n_ [48]byte\n}\n");
}

TEST(AdviseMeasured, WhatTheAllocatorPutTogetherIsAllocatedApart) {
  Finding finding = slots("a.cpp");
  finding.allocator_induced = true;
  finding.object.kind = ObjectKind::Heap;
  finding.object.size = 24;
  const std::vector<Advice> advice = adviceOn(finding);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].remedy, Remedy::AlignAllocation);
  EXPECT_EQ(advice[0].size_after, 64U);
  finding.of_arrays = true;
  finding.object.block_size = 96;
  EXPECT_EQ(adviceOn(finding)[0].size_before, 96U) << "an array as a whole";
}

TEST(AdviseMeasured, OnlyWhatSeveralThreadsWriteIsSpread) {
  Finding finding = datum("a.c");
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::ShardPerCpu));
  finding.conflict = Conflict::ReadWrite;
  EXPECT_THAT(remediesOf(finding), IsEmpty());
}

TEST(AdviseMeasured, TheElementIsPaddedAndNotTheRecordThatHoldsTheArray) {
  Finding finding = slots("a.c");
  finding.object.type = "server";
  finding.object.size = 2264;
  finding.record =
      record("server", {{"clients", "long", 0, 8, 8}, {"lanes", "long[8]", 8, 64, 8}}, 2264);
  finding.members = {member("clients", 0, {"11", "12"}), member("lanes", 8, {"11", "12"})};
  const Advice numbers = adviceOn(finding)[0];
  EXPECT_EQ(numbers.size_before, 8U);
  EXPECT_EQ(numbers.example, "struct slot { _Alignas(64) long value; };\n");
  finding.record = record("server", {{"lanes", "long [2][8]", 0, 128, 8}}, 2264);
  EXPECT_EQ(adviceOn(finding)[0].size_before, 64U);
  EXPECT_EQ(adviceOn(finding)[0].example, "struct slot { _Alignas(64) long value[8]; };\n");
  finding.members = {member("table[].inner.count", 0, {"11", "12"})};
  EXPECT_THAT(adviceOn(finding), IsEmpty()) << "the record is the holder";
  EXPECT_THAT(whyNone(finding), HasSubstr("which of the records in 'server' are the elements"));
  finding.record = record("inner", {{"count", "long", 0, 8, 8}}, 8);
  EXPECT_THAT(adviceOn(finding), IsEmpty()) << "the record is a part of the element";
}

TEST(AdviseMeasured, PackedRecordsAreNotChanged) {
  Finding finding = fields("q.cpp");
  finding.record =
      record("Header",
             {{"kind", "char", 0, 1, 1}, {"head", "long", 1, 8, 8}, {"tail", "long", 9, 8, 8}}, 17);
  EXPECT_THAT(adviceOn(finding), IsEmpty());
  EXPECT_THAT(whyNone(finding), HasSubstr("'Header' is packed"));
}

TEST(AdviseMeasured, BitFieldsOfWholeBytesDoNotMakeARecordPacked) {
  Finding finding = fields("q.cpp");
  finding.record = record("Header",
                          {{"kind", "unsigned int", 0, 1, 4},
                           {"state", "unsigned int", 1, 1, 4},
                           {"head", "long", 8, 8, 8},
                           {"tail", "long", 16, 8, 8}},
                          24);
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::AlignMembers));
}

TEST(AdviseMeasured, MembersOfVariablesAreLeftAndTheVariablesAligned) {
  Finding finding = slots("a.c");
  finding.rule = kRuleAdjacentGlobals;
  finding.members = {member("slots.n", 0, {"1"}), member("total", 8, {"2"})};
  finding.members[0].variable = "slots";
  finding.members[1].variable = "total";
  finding.members[1].type = "long";
  EXPECT_EQ(adviceOn(finding)[0].example, "_Alignas(64) ... slots;\n_Alignas(64) long total;\n");
  finding.members[1].variable = "slots";
  EXPECT_THAT(adviceOn(finding), IsEmpty());
}

TEST(AdviseMeasured, OnTheHeapTheAllocatorHasToKeepTheAlignment) {
  Finding finding = fields("q.c");
  finding.object.kind = ObjectKind::Heap;
  EXPECT_THAT(adviceOn(finding)[0].why, HasSubstr("allocate by aligned_alloc"));
  finding.object.kind = ObjectKind::Global;
  EXPECT_THAT(adviceOn(finding)[0].why, testing::Not(HasSubstr("alloc")));
}

TEST(AdviseMeasured, AnObjectWithoutMembersIsNoRecord) {
  Finding finding = slots("a.cpp");
  finding.rule = kRuleAdjacentObjects;
  finding.object.kind = ObjectKind::Heap;
  finding.object.name.clear();
  finding.members[0].path = finding.members[0].type = "long";
  EXPECT_EQ(adviceOn(finding)[0].example, "::operator new(64, std::align_val_t{64});\n");
  finding.object.type = "Node";
  finding.members[0] = member("Node::next", 0, {"1"});
  EXPECT_EQ(adviceOn(finding)[0].example, "struct alignas(64) Node { ... };\n");
}

TEST(AdviseMeasured, TheAllocatorsDataAreNamedSo) {
  Finding finding = fields("./malloc/malloc.c");
  finding.object.declared = {"./malloc/malloc.c", 1800, 0};
  finding.module = "/usr/lib/x86_64-linux-gnu/libc.so.6";
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::TuneAllocator));
  finding.module = "/opt/app/bin/server";
  EXPECT_THAT(remediesOf(finding), testing::ElementsAre(Remedy::AlignMembers))
      << "a folder of the program's may have that name";
}

TEST(AdviseMeasured, ALibrarysDataAreNotLaidOutByPrograms) {
  Finding finding = fields("./libio/genops.c");
  finding.module = "/lib/libc.so.6";
  EXPECT_THAT(whyNone(finding), HasSubstr("only code of libc.so.6"));
  finding = fields("/usr/local/go/src/runtime/mheap.go");
  finding.object.name = "runtime.mheap_";
  finding.object.declared = {"/usr/local/go/src/runtime/mheap.go", 60, 0};
  EXPECT_THAT(whyNone(finding), HasSubstr("the language's runtime"));
  finding = fields("deque.cpp");
  finding.record->declared = {"/usr/include/c++/12/bits/stl_deque.h", 500, 0};
  EXPECT_THAT(whyNone(finding), HasSubstr("'Queue' is laid out by a library"));
}

TEST(AdviseMeasured, EveryOtherFindingSaysWhatIsMissing) {
  Finding finding = datum("a.c");
  finding.conflict = Conflict::ReadWrite;
  EXPECT_THAT(whyNone(finding), HasSubstr("write less often"));
  finding.conflict.reset();
  EXPECT_THAT(whyNone(finding), HasSubstr("no store was sampled"));
  finding = fields("a.c");
  finding.members = {member("bytes 8-15", 8, {"1"}), member("byte 16", 16, {"2"})};
  finding.record.reset();
  EXPECT_THAT(whyNone(finding), HasSubstr("read what the code in this line writes"));
  finding.location = {};
  EXPECT_THAT(whyNone(finding), HasSubstr("neither the data nor the code"));
  finding.object.name = "table";
  EXPECT_THAT(whyNone(finding), HasSubstr("which members of 'table'"));
  EXPECT_THAT(whyNone(fields("kernel.f90")), HasSubstr("language"));
  EXPECT_THAT(whyNone(Finding()), testing::Not(IsEmpty()));
}

TEST(AdviseMeasured, WhatCostsNextToNothingIsLeftAlone) {
  Finding finding = slots("a.c");
  finding.cost.latency_share = 0.0005;
  EXPECT_EQ(remediesOf(finding).front(), Remedy::LeaveAlone);
  finding.verdict = Verdict::Latent;
  EXPECT_NE(remediesOf(finding).front(), Remedy::LeaveAlone);
}

TEST(AdviseMeasured, OfALockItSaysWhatTheSourcesWould) {
  Finding finding = datum("a.c");
  finding.members[0].updates = {Update::Conditional};
  const std::string of_number = whyNone(finding);
  finding.members[0].type = "pthread_mutex_t";
  EXPECT_NE(whyNone(finding), of_number);
  EXPECT_THAT(whyNone(finding), HasSubstr("all threads lock the same 'counts'"));
}

TEST(AdviseMeasured, ALockInEachOfManyObjectsIsNotOneLock) {
  Finding finding = datum("a.go");
  finding.members[0].updates = {Update::Conditional};
  finding.members[0].type = "sync.Mutex";
  finding.members[0].path = "buckets[].mu";
  EXPECT_THAT(whyNone(finding), HasSubstr("each of many"));
  finding.members[0].path = "mu";
  EXPECT_THAT(whyNone(finding), HasSubstr("the same"));
  finding.object.of_array = true;
  EXPECT_THAT(whyNone(finding), HasSubstr("each of many"));
}

TEST(AdviseMeasured, ADatumThatIsCalledByItsVariableIsNotCalledByItTwice) {
  Finding finding = datum("a.c");
  finding.object.name = "pool";
  finding.members[0].path = "pool.mutex";
  finding.members[0].updates = {Update::Conditional};
  EXPECT_THAT(whyNone(finding), HasSubstr("'pool.mutex'"));
}

TEST(AdviseMeasured, NoProgramChangesTheRecordsOfGosRuntime) {
  Finding finding = datum("a.go");
  finding.members[0].updates = {Update::Replace};
  finding.members[0].size = 48;
  for (const char *type : {"internal/runtime/maps.Map", "runtime.timer"}) {
    finding.members[0].type = type;
    EXPECT_THAT(whyNone(finding), HasSubstr("laid out by a library"));
  }
  finding.members[0].type = "sync/atomic.Int64";
  EXPECT_THAT(whyNone(finding), HasSubstr("publish less often"));
}

TEST(AdviseMeasured, PagesThatAllNodesLoadAreSpread) {
  Finding finding;
  finding.rule = kRuleSerialFirstTouch;
  finding.location = {"a.c", 5, 0};
  finding.sharing = Sharing::FirstTouch;
  finding.members = {member("table", 0, {"1"}, {"2", "3"})};
  finding.cost.latency_share = 0.5;
  finding.placement = PagePlacement{0, false, 8, 3, {8, 0, 0}};
  EXPECT_EQ(remediesOf(finding).front(), Remedy::TouchInParallel);
  finding.placement->shared_pages = 5;
  EXPECT_EQ(remediesOf(finding), std::vector{Remedy::Interleave});
}

TEST(AdviseMeasured, BytesOfRawMemoryAreNotPadded) {
  Finding finding = slots("a.c");
  finding.object.type = "unsigned char";
  finding.object.size = 1;
  finding.record.reset();
  for (FindingMember &one : finding.members) {
    one.path = "counts";
    one.size = 1;
  }
  EXPECT_THAT(remediesOf(finding), IsEmpty());
  EXPECT_THAT(whyNone(finding), HasSubstr("single bytes"));
}

TEST(AdviseMeasured, AnArrayInsideAnElementIsNotTheElement) {
  Finding finding = slots("a.c");
  finding.object.name.clear();
  finding.object.type = "cluster";
  finding.object.size = 72;
  finding.object.of_array = true;
  finding.record =
      record("cluster", {{"center", "double [4]", 0, 32, 8}, {"sum", "double [4]", 32, 32, 8}}, 72);
  finding.members = {member("center", 0, {"1", "2"}), member("sum", 32, {"1", "2"})};
  const std::vector<Advice> advice = adviceOn(finding);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_EQ(advice[0].size_before, 72U);
  EXPECT_EQ(advice[0].size_after, 128U);
}

} // namespace adviseMeasuredTest
} // namespace fsfind
