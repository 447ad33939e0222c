// Advice by how memory was made and written, where no other layout is any help.
#include "rules/remedy/source/Advise.h"
#include "tests/unit/rules/MeasuredAdvice.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace adviseWithoutLayoutTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(AdviseWithoutLayout, AlignsTheMemoryThatIgnoresTheAlignmentOfItsType) {
  Finding lanes = slots("lanes.cpp");
  lanes.object.kind = ObjectKind::Heap;
  lanes.object.name = "";
  lanes.object.type = "Lane";
  lanes.object.size = 64;
  lanes.object.address = 0x1010;
  lanes.object.block_size = 1000;
  lanes.record = record("Lane", {{"first", "long", 0, 8, 8}, {"rest", "long [7]", 8, 56, 8}}, 64);
  lanes.record->align = 64;
  EXPECT_THAT(remediesOf(lanes), testing::ElementsAre(Remedy::AlignAllocation));
  EXPECT_THAT(adviceOn(lanes)[0].example, HasSubstr("1024")) << "not less than the program makes";
  lanes.object.address = 0x1040;
  EXPECT_NE(remediesOf(lanes), std::vector{Remedy::AlignAllocation});
  lanes.object.address = 0x1008;
  lanes.record->align = 16; // packed, maybe
  EXPECT_NE(remediesOf(lanes), std::vector{Remedy::AlignAllocation});
}

TEST(AdviseWithoutLayout, MarksThatAreSetAgainAreTestedBefore) {
  Finding finding = slots("marks.c");
  for (FindingMember &member : finding.members) {
    member.writers = {"11", "12"};
    member.updates = {Update::Set};
  }
  const std::vector<Advice> advice = adviceOn(finding);
  ASSERT_THAT(advice, SizeIs(1)) << "and no padding";
  EXPECT_EQ(advice[0].remedy, Remedy::TestBeforeWrite);
  EXPECT_THAT(advice[0].example, HasSubstr("!= VALUE"));
  const auto exampleFor = [&](const std::string &type, std::int64_t value) {
    Finding told = finding;
    for (FindingMember &member : told.members) {
      member.type = type;
      member.set_to = value;
    }
    return adviceOn(told)[0].example;
  };
  EXPECT_THAT(exampleFor("long", 3), HasSubstr("!= 3)"));
  EXPECT_THAT(exampleFor("std::atomic<bool>", 1), HasSubstr("!= true)"));
  for (const char *type : {"Colour", "const char *", "unsigned char"})
    EXPECT_THAT(exampleFor(type, -1), HasSubstr("!= VALUE")) << type;
  finding.members[0].updates = {Update::Replace, Update::Set};
  for (const Advice &one : adviceOn(finding))
    EXPECT_NE(one.remedy, Remedy::TestBeforeWrite);
}

/// rustc tells no place of a declaration.
TEST(AdviseWithoutLayout, DebugInformationIsMissedOnlyWhereThereIsNone) {
  const auto isMissed = [](Finding finding, UsingCode code = UsingCode::Described) {
    adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords(), {}, code);
    EXPECT_THAT(finding.advice, IsEmpty());
    return finding.no_advice.find("(-g)") != std::string::npos;
  };
  Finding shared = fields("");
  shared.object.type = "Queue";
  shared.members = {member("head", 8, {"11"}), member("tail", 16, {"12"})};
  EXPECT_TRUE(isMissed(shared)) << "nor is it known what uses the data";
  shared.related = {{{"queue.rs", 7, 0}, "most stores come from here"}};
  EXPECT_FALSE(adviceOn(shared).empty());
  shared.members = {member("chan.waiting", 8, {"11"}), member("chan.sending", 16, {"12"})};
  EXPECT_FALSE(isMissed(shared)) << "parts of another type";
  shared.members = {member("head", 8, {"11"}), member("tail", 16, {"11"})};
  EXPECT_FALSE(isMissed(shared)) << "the same writers";
  shared.record->members = nullptr;
  EXPECT_FALSE(isMissed(shared)) << "they share bytes";
  shared.record.reset();
  EXPECT_FALSE(isMissed(shared));

  Finding bytes = fields("ring.c");
  bytes.members = {member("bytes 0-3", 0, {"1"}), member("bytes 4-7", 4, {"2"})};
  bytes.record.reset();
  bytes.object.allocated = {"allocate", {"ring.c", 7, 0}};
  EXPECT_TRUE(isMissed(bytes, UsingCode::Undescribed));
  EXPECT_FALSE(isMissed(bytes, UsingCode::Described));
  EXPECT_FALSE(isMissed(bytes, UsingCode::MadeAtRunTime));
  Finding words = slots("counts.go");
  words.object.size = 64;
  EXPECT_FALSE(isMissed(words)) << "they take whole cachelines";
}

/// Of a library's types the recording names no members, as programs cannot move them.
TEST(AdviseWithoutLayout, WholeRecordsOfLibrariesAreTheLibrarys) {
  const auto whyOf = [](const std::string &type, std::uint64_t size) {
    Finding finding = slots("queue.go");
    finding.rule = kRuleContendedAtomic;
    finding.conflict = Conflict::WriteWrite;
    finding.object = Object();
    finding.object.type = finding.members[0].path = finding.members[0].type = type;
    finding.members[0].size = size;
    finding.members[0].updates = {Update::Unknown};
    return whyNone(finding);
  };
  for (const std::string type : {"runtime.hchan", "math/rand.rngSource", "std::map<int, int>"})
    EXPECT_THAT(whyOf(type, 112), HasSubstr("laid out by a library")) << type;
  for (const std::string type : {"main.state", "example.com/math/rand.state"})
    EXPECT_THAT(whyOf(type, 112), HasSubstr("is a whole record")) << type;
  const std::string lock = whyOf("std::sync::mutex::Mutex<queue::Items<u8>>", 112);
  EXPECT_THAT(lock, HasSubstr("all threads lock the same"));
}

/// A program cannot name the type of the map that lies beside its own record.
TEST(AdviseWithoutLayout, OfGoOnlyTypesThatProgramsCanNameAreWritten) {
  Finding finding = slots("store.go");
  finding.rule = kRuleAdjacentObjects;
  finding.object = Object();
  finding.object.kind = ObjectKind::Heap;
  finding.object.type = "internal/runtime/maps.Map";
  finding.object.size = 48;
  finding.members = {member("internal/runtime/maps.Map", 0, {"1"}, {"2"}),
                     member("example.com/store.lockedMap.RWMutex", 0, {"1", "2"})};
  finding.members[0].type = finding.members[0].object_type = finding.object.type;
  finding.members[1].object_type = "example.com/store.lockedMap";
  std::vector<Advice> advice = adviceOn(finding);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_THAT(advice[0].why, HasSubstr("'example.com/store.lockedMap'"));
  EXPECT_EQ(advice[0].example.find("maps.Map"), std::string::npos);
  for (const std::string type : {"struct { F uintptr; X0 *int }", "runtime.hmap"}) {
    finding.members.resize(1);
    finding.object.type = finding.members[0].type = finding.members[0].path = type;
    advice = adviceOn(finding);
    ASSERT_THAT(advice, SizeIs(1));
    EXPECT_THAT(advice[0].example, IsEmpty()) << type;
  }
}

TEST(AdviseWithoutLayout, WordsOfBitsAreNotPadded) {
  Finding finding = slots("flags.cpp");
  for (FindingMember &member : finding.members)
    member.updates = {Update::Bits};
  EXPECT_THAT(adviceOn(finding), IsEmpty());
  EXPECT_THAT(whyNone(finding), HasSubstr("bits"));
}

TEST(AdviseWithoutLayout, AllocatesNoLessThanTheProgramDoes) {
  Finding counters = slots("histogram.c");
  counters.allocator_induced = true;
  counters.object.kind = ObjectKind::Heap;
  counters.object.name = "";
  counters.object.type = "unsigned long";
  counters.object.block_size = 1000;
  ASSERT_THAT(adviceOn(counters), SizeIs(1));
  EXPECT_THAT(adviceOn(counters)[0].example, HasSubstr("aligned_alloc(64, 1024)"));
  counters.object.block_size = 8;
  EXPECT_THAT(adviceOn(counters)[0].example, HasSubstr("aligned_alloc(64, 64)"));
}

TEST(AdviseWithoutLayout, EditsNothingThatALibraryDeclares) {
  Advice own, theirs;
  own.edits = {{"/project/lock.h", 3, 1, 3, 1, "alignas(64) "}};
  theirs.edits = {{"/usr/include/pthread.h", 3, 1, 3, 1, "alignas(64) "}};
  std::vector<Advice> advice = {theirs, own};
  preferEdits(advice);
  EXPECT_THAT(advice[0].edits, SizeIs(1));
  EXPECT_THAT(advice[1].edits, IsEmpty());
  EXPECT_FALSE(advice[1].obstacle.empty());
}

} // namespace adviseWithoutLayoutTest
} // namespace fsfind
