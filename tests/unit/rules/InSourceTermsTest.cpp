// What a recording shows, told in the facts' own terms, and whether facts part it.
#include "rules/join/InSourceTerms.h"

#include "rules/join/Apart.h"
#include "rules/join/PlanMeasured.h"
#include "rules/join/UsedData.h"
#include "rules/model/RuleIds.h"
#include "tests/support/Recording.h"

#include <gmock/gmock.h>
#include <string_view>
#include <utility>

namespace fsfind::test {
namespace inSourceTermsTest {

using testing::ElementsAre;

/// A pipe whose ends lie in a record of their own, behind another member.
struct Pipe {
  FactsBuilder f;
  TypeIndex number = f.plain(8);
  TypeIndex ends = f.record("ends", {{"head", number}, {"tail", number}});
  TypeIndex pipe = f.record("pipe", {{"id", number}, {"ends", ends}, {"open", number}});
  VariableIndex the_pipe = f.global("the_pipe", pipe);

  Finding measured() const {
    Finding finding = Recording(f).of(kRuleAdjacentThreadFields, the_pipe, pipe);
    add(finding, "head", {"2"});
    add(finding, "tail", {"3"});
    return finding;
  }
  void add(Finding &finding, const std::string &name,
           const std::vector<std::string> &writers) const {
    Recording(f).add(finding, ends, name, "ends." + name, 8, writers);
  }
};

TEST(InSourceTerms, TheInnermostRecordThatPartsTheWritersIsEdited) {
  const Pipe pipe;
  const auto told = terms(pipe.measured(), pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "ends");
  EXPECT_EQ(told->record->declared.file, "a.cpp");
  EXPECT_EQ(told->record->declared.column, 1U) << "as the facts have it";
  EXPECT_THAT(pathsOf(*told), ElementsAre("head", "tail"));
  EXPECT_EQ(told->members[1].offset, 8U) << "from the record";
  EXPECT_THAT(told->members[0].writers, ElementsAre("thread 2"));
}

TEST(InSourceTerms, AnOuterMemberIsNoReasonToLeaveTheInnerOnesTogether) {
  const Pipe pipe;
  Finding finding = pipe.measured();
  Recording(pipe.f).add(finding, pipe.pipe, "open", "open", 0, {"4"}, 1);
  const auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "ends") << "aligned, its members are apart from all others";
}

TEST(InSourceTerms, MembersOfTheOuterRecordArePartedThere) {
  const Pipe pipe;
  Finding finding = Recording(pipe.f).of(kRuleAdjacentThreadFields, pipe.the_pipe, pipe.pipe);
  pipe.add(finding, "tail", {"3"});
  Recording(pipe.f).add(finding, pipe.pipe, "open", "open", 0, {"4"});
  const auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "pipe");
  EXPECT_THAT(pathsOf(*told), ElementsAre("ends.tail", "open"));
}

TEST(InSourceTerms, ABaseIsAPartOfItsClass) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex node = f.record("Node", {{"seen", number}});
  const TypeIndex filter = f.record("Filter", {{"", node}, {"passed", number}});
  f.at(*f.build().type(filter).record).members[0].base = true;
  Finding finding = Recording(f).of(kRuleAdjacentThreadFields, f.global("all", filter), filter);
  Recording(f).add(finding, node, "seen", "seen", 0, {"2"});
  Recording(f).add(finding, filter, "passed", "passed", 0, {"3"});
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "Filter");
  EXPECT_FALSE(areApart(*told, f.build(), 64));
  FactRecord &record = f.at(*f.build().type(filter).record);
  record.members[1].offset = 56;
  EXPECT_FALSE(areApart(*told, f.build(), 64));
  record.members[1].offset = 64;
  EXPECT_TRUE(areApart(*told, f.build(), 64)) << "wherever objects begin";
  record.align = 64;
  EXPECT_TRUE(areApart(*told, f.build(), 64));
  EXPECT_FALSE(areApart(*told, f.build(), 128));
}

TEST(InSourceTerms, WhatIsWrittenIsPartedFromTheVtablePointerThatOthersLoad) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex shape = f.record("Shape", {{kVtablePointer, number}, {"drawn", number}});
  f.at(*f.build().type(shape).record).members[0].place = {};
  Finding finding = Recording(f).of(kRuleAdjacentThreadFields, f.global("all", shape), shape);
  FindingMember &pointer = finding.members.emplace_back();
  pointer.path = "_vptr.Shape";
  pointer.size = 8;
  pointer.readers = {"2"};
  Recording(f).add(finding, shape, "drawn", "drawn", 0, {"3"});
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_THAT(pathsOf(*told), ElementsAre("drawn", kVtablePointer));
  EXPECT_FALSE(areApart(*told, f.build(), 64));
  f.at(*f.build().type(shape).record).members[1].offset = 64;
  EXPECT_TRUE(areApart(*told, f.build(), 64));
  finding.members.front().readers = {"3"};
  EXPECT_FALSE(terms(finding, f)) << "who writes beside it loads it";
}

TEST(InSourceTerms, QuietMembersOfOtherThreadsArePartedToo) {
  const Pipe pipe;
  Finding finding = pipe.measured();
  FindingMember foreign;
  foreign.path = "lock.state";
  foreign.declared = {"/usr/include/lock.h", 7, 0};
  foreign.offset = 24;
  foreign.writers = {"5"};
  finding.quiet_members = {foreign};
  Finding quiet = Recording(pipe.f).of(kRuleAdjacentThreadFields, pipe.the_pipe, pipe.pipe);
  Recording(pipe.f).add(quiet, pipe.pipe, "open", "open", 0, {"3"}, 0);
  finding.quiet_members.push_back(quiet.members.front());
  const auto used = usedMembers(finding, pipe.f.build(), filesOf(finding, pipe.f.build()));
  ASSERT_TRUE(used);
  ASSERT_EQ(used->all.size(), 3U) << "the sources do not have the lock's state";
  EXPECT_EQ(used->all.back().member.path, "open");
  EXPECT_TRUE(used->all.back().quiet);
  EXPECT_EQ(used->all.back().trail.size(), 1U);
  const auto told =
      inSourceTerms(finding, FactLookup(pipe.f.build()), filesOf(finding, pipe.f.build()));
  ASSERT_TRUE(told && told->whole);
  EXPECT_THAT(pathsOf(*told->whole), ElementsAre("ends.head", "ends.tail", "open"));
}

TEST(InSourceTerms, MembersOfAClassArePartedFromTheEndOfItsBase) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex feed = f.record("Feed", {{"polled", number}, {"evicted", number}});
  const TypeIndex ranked = f.record("Ranked", {{"", feed}, {"score", number}});
  f.at(*f.build().type(ranked).record).members[0].base = true;
  Finding finding = Recording(f).of(kRuleAdjacentThreadFields, f.global("all", ranked), ranked);
  Recording(f).add(finding, feed, "polled", "polled", 0, {"2"});
  Recording(f).add(finding, feed, "evicted", "evicted", 0, {"3"});
  Recording(f).add(finding, ranked, "score", "score", 0, {"4"}, 1);
  const auto told = inSourceTerms(finding, FactLookup(f.build()), filesOf(finding, f.build()));
  ASSERT_TRUE(told);
  ASSERT_EQ(told->places.size(), 2U);
  EXPECT_THAT(pathsOf(told->places[0]), ElementsAre("polled", "evicted"));
  EXPECT_EQ(told->places[1].record->name, "Ranked");
  EXPECT_THAT(pathsOf(told->places[1]), ElementsAre("evicted", "score"));
  ASSERT_TRUE(told->whole);
  EXPECT_EQ(told->whole->members.size(), 3U);
}

TEST(InSourceTerms, MembersFarApartNeedNoAlignment) {
  Pipe pipe;
  const auto told = terms(pipe.measured(), pipe.f);
  ASSERT_TRUE(told);
  FactRecord &ends = pipe.f.at(*pipe.f.build().type(pipe.ends).record);
  ends.align = 8;
  ends.members[1].offset = 56;
  EXPECT_FALSE(areApart(*told, pipe.f.build(), 64)) << "a line may begin with the record";
  ends.members[1].offset = 64;
  EXPECT_TRUE(areApart(*told, pipe.f.build(), 64));
  EXPECT_FALSE(areApart(*told, pipe.f.build(), 128));
}

TEST(InSourceTerms, SourcesThatLayOutAMemberElsewhereAreNotThoseOfTheRecording) {
  Pipe pipe;
  const Finding finding = pipe.measured();
  for (FactMember &member : pipe.f.at(*pipe.f.build().type(pipe.ends).record).members)
    member.place.line += 100;
  EXPECT_FALSE(terms(finding, pipe.f));
}

TEST(InSourceTerms, WhatNoLayoutHelpsHasNone) {
  const Pipe pipe;
  Finding finding = pipe.measured();
  finding.sharing = Sharing::True;
  EXPECT_FALSE(terms(finding, pipe.f));
  finding = pipe.measured();
  finding.alternation = Alternation::HandedOver;
  EXPECT_FALSE(terms(finding, pipe.f));
  finding = pipe.measured();
  finding.members[1].writers = {"2"};
  EXPECT_FALSE(terms(finding, pipe.f)) << "one thread writes both";
  finding = pipe.measured();
  finding.members[0].writers = {"2", "3", "4", "5"};
  finding.members[1].writers = {"3", "4", "5", "6"};
  EXPECT_FALSE(terms(finding, pipe.f)) << "the same threads, as far as samples tell";
}

TEST(InSourceTerms, BitFieldsAreLeftToTheAuthorButNotWhatLiesBesideThem) {
  Pipe pipe;
  auto &members = pipe.f.at(*pipe.f.build().type(pipe.ends).record).members;
  members[1].bit_field = true;
  EXPECT_TRUE(terms(pipe.measured(), pipe.f));
  members[0].bit_field = true;
  EXPECT_FALSE(terms(pipe.measured(), pipe.f));
}

TEST(InSourceTerms, ARecordIsPartedFromWhatIsBesideItsBitFields) {
  Pipe pipe;
  pipe.f.at(*pipe.f.build().type(pipe.ends).record).members[1].bit_field = true;
  Finding finding = pipe.measured();
  finding.members[1].writers = {"2"};
  Recording(pipe.f).add(finding, pipe.pipe, "open", "open", 0, {"4"});
  const auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "pipe");
}

TEST(InSourceTerms, AlternativesOfAUnionAreOneDatum) {
  Pipe pipe;
  FactRecord &ends = pipe.f.at(*pipe.f.build().type(pipe.ends).record);
  ends.is_union = true;
  ends.members[1].offset = 0;
  Finding finding = pipe.measured();
  EXPECT_FALSE(terms(finding, pipe.f)) << "nothing parts them";
  Recording(pipe.f).add(finding, pipe.pipe, "open", "open", 0, {"4"});
  finding.members[0].path = "ends.head/tail"; // an access that may mean both
  const auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "pipe");
  EXPECT_THAT(told->members[0].writers, ElementsAre("thread 2", "thread 3"));
  EXPECT_THAT(told->members[1].writers, ElementsAre("thread 2", "thread 3"));
}

TEST(InSourceTerms, WhatItsNeighboursWritersWriteRarelyStaysWithThem) {
  const Pipe pipe;
  Finding finding = pipe.measured();
  Recording(pipe.f).add(finding, pipe.pipe, "open", "open", 0, {"4"});
  finding.members[1].writers.clear();
  finding.members[1].rare_writers = finding.members[1].readers = {"2"};
  auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "pipe");
  EXPECT_THAT(told->members[1].writers, ElementsAre("thread 2"));
  finding.members[1].readers = {"3"};
  told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->members[1].writers.empty()) << "another thread reads it";
}

TEST(InSourceTerms, WhatSeveralWritersOfItsNeighbourReadIsPartedWhereALayoutCan) {
  Pipe pipe;
  Finding finding = Recording(pipe.f).of(kRuleAdjacentThreadFields, pipe.the_pipe, pipe.pipe);
  pipe.add(finding, "head", {});
  finding.members.back().readers = {"2", "3"};
  pipe.add(finding, "tail", {"2", "3"});
  EXPECT_FALSE(terms(finding, pipe.f)) << "a library's record";
  pipe.f.at(*pipe.f.build().type(pipe.ends).record).alignable = true;
  const auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->record->name, "ends");
}

TEST(InSourceTerms, MembersThatOnlyTheSourcesNameDoNotCount) {
  const Pipe pipe;
  Finding finding = pipe.measured();
  finding.verdict = Verdict::Confirmed;
  finding.rule = kRuleIneffectivePadding;
  finding.sides.resize(1);
  finding.sides[0].rule = kRuleAdjacentThreadFields;
  Recording(pipe.f).add(finding, pipe.pipe, "open", "open", 0, {}, 0);
  const auto told = terms(finding, pipe.f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->rule, kRuleAdjacentThreadFields) << "as the recording has it";
  EXPECT_THAT(pathsOf(*told), ElementsAre("head", "tail"));
}

TEST(InSourceTerms, VariablesAreFoundByTheirPlacesAndMembers) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex stats = f.record("stats", {{"sent", number}, {"lost", number}});
  const VariableIndex in = f.global("in", stats), out = f.global("out", number);
  Finding finding = Recording(f).of(kRuleAdjacentGlobals, in, stats);
  Recording(f).add(finding, stats, "lost", "in.lost", 0, {"2"});
  finding.members[0].variable = "in";
  FindingMember whole;
  whole.path = whole.variable = "out";
  whole.type = "long";
  whole.declared = Recording(f).place(f.build().variable(out).place);
  whole.writers = {"3"};
  finding.members.push_back(whole);
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_THAT(pathsOf(*told), ElementsAre("in", "out"));
  EXPECT_EQ(told->members[0].declared, f.build().place(f.build().variable(in).place));
  EXPECT_FALSE(areApart(*told, f.build(), 64));
  f.at(in).declared_align = f.at(out).declared_align = 64;
  EXPECT_TRUE(areApart(*told, f.build(), 64));
}

TEST(InSourceTerms, ARecordBesideUnnamedDataOfAFrameTakesWholeLines) {
  FactsBuilder f;
  const TypeIndex state = f.record("State", {{"left", f.plain(8)}});
  Finding finding = Recording(f).of(kRuleAdjacentObjects, f.global("unused", state), state);
  finding.object = Object();
  finding.object.kind = ObjectKind::Stack;
  finding.object.type = "long";
  FindingMember unnamed;
  unnamed.path = "long";
  unnamed.writers = {"3"};
  finding.members = {unnamed};
  Recording(f).add(finding, state, "left", "State::left", 0, {"2"});
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->rule, kRulePerThreadSlots);
  EXPECT_EQ(told->record->name, "State");
  unnamed.writers = {"4"};
  finding.members.push_back(unnamed);
  EXPECT_FALSE(terms(finding, f)) << "the others fight each other, too";
  finding.members.pop_back();
  finding.members[0].writers = {"3", "4"};
  EXPECT_FALSE(terms(finding, f)) << "several data by one name";
}

TEST(InSourceTerms, ARecordInNodesOfTheHeapTakesWholeLines) {
  FactsBuilder f;
  const TypeIndex state = f.record("State", {{"left", f.plain(8)}, {"right", f.plain(8)}});
  Finding finding = Recording(f).of(kRuleAdjacentObjects, f.global("unused", state), state);
  finding.object = Object();
  finding.object.kind = ObjectKind::Heap;
  FindingMember node;
  node.path = "memory of add (map.cpp:3)";
  node.readers = {"2", "3"};
  finding.members = {node};
  Recording(f).add(finding, state, "left", "State::left", 0, {"2", "3"});
  Recording(f).add(finding, state, "right", "State::right", 8, {"2"});
  const auto told = terms(finding, f);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->rule, kRulePerThreadSlots);
  EXPECT_EQ(told->record->name, "State");
  finding.members[0].writers = {"4"};
  EXPECT_TRUE(terms(finding, f)) << "one thread, on lines of its own";
  finding.members[0].writers = {"3", "4"};
  EXPECT_FALSE(terms(finding, f)) << "the nodes fight each other";
}

TEST(PlanMeasured, TheWritersMeasuredDecide) {
  Pipe pipe;
  FactRecord &ends = pipe.f.at(*pipe.f.build().type(pipe.ends).record);
  pipe.f.at(*pipe.f.build().type(pipe.pipe).record).alignable = ends.alignable = true;
  for (FactMember &member : ends.members)
    member.declaration = {member.place.file, member.place.line, 3};
  const Facts &facts = pipe.f.build();
  Finding finding = pipe.measured();
  finding.advice = {{}};
  finding.advice[0].why = "in words";
  planMeasured(finding, Adviser(facts, Roles(facts), 64), filesOf(finding, facts));
  ASSERT_EQ(finding.edits().size(), 1U);
  EXPECT_EQ(finding.edits()[0].file, "a.cpp");
  EXPECT_EQ(finding.edits()[0].line, ends.members[1].place.line);
  for (const Advice &advice : finding.advice)
    EXPECT_NE(advice.why, "in words") << "of the same kind";
  const FileMatch files = filesOf(finding, facts);
  EXPECT_EQ(isEnded(finding, FactLookup(facts), files, FactLookup(facts), 64),
            std::optional(false));
  Pipe edited;
  FactRecord &parted = edited.f.at(*edited.f.build().type(edited.ends).record);
  parted.align = 64;
  parted.members[1].offset = 64;
  EXPECT_EQ(isEnded(finding, FactLookup(facts), files, FactLookup(edited.f.build()), 64),
            std::optional(true));
}

TEST(PlanMeasured, WhatOneLockGuardsStaysWithIt) {
  const auto adviceWhere = [](bool held_by_both, bool read_elsewhere) {
    FactsBuilder f;
    const TypeIndex number = f.plain(8);
    const TypeIndex ledger =
        f.record("ledger", {{"guard", f.lock(40)}, {"credits", number}, {"debits", number}});
    f.at(*f.build().type(ledger).record).alignable = true;
    const VariableIndex the_ledger = f.global("the_ledger", ledger);
    for (const char *name : {"credits", "debits"}) {
      const FunctionIndex function = f.function(name);
      f.at(function).locks = {f.variable(the_ledger).member("guard").designator()};
      How how = kInLoop;
      if (held_by_both || std::string_view(name) == "credits")
        how.held = {0};
      f.update(function, f.variable(the_ledger).member(name), how);
      f.read(f.function("main"), f.variable(the_ledger).member(name));
    }
    Finding finding = Recording(f).of(kRuleAdjacentThreadFields, the_ledger, ledger);
    Recording(f).add(finding, ledger, "guard", "guard", 0, {"2", "3"});
    Recording(f).add(finding, ledger, "credits", "credits", 0, {"2"});
    Recording(f).add(finding, ledger, "debits", "debits", 0, {"3"});
    if (read_elsewhere)
      finding.members.back().readers = {"4"};
    finding.advice = {{}};
    const Facts &facts = f.build();
    planMeasured(finding, Adviser(facts, Roles(facts), 64), filesOf(finding, facts));
    return std::pair(!finding.advice.empty(),
                     finding.no_advice.find("'guard'") != std::string::npos);
  };
  EXPECT_EQ(adviceWhere(true, false), std::pair(false, true));
  EXPECT_EQ(adviceWhere(false, false), std::pair(true, false)) << "debits are used without it";
  EXPECT_EQ(adviceWhere(true, true), std::pair(true, false)) << "by who never takes it";
}

TEST(PlanMeasured, WhatTheSourcesPartAlreadyWasRecordedOfAnotherBuild) {
  Pipe pipe;
  const Finding recorded = pipe.measured();
  FactRecord &ends = pipe.f.at(*pipe.f.build().type(pipe.ends).record);
  ends.align = 64;
  ends.members[1].offset = 64;
  Finding finding = recorded;
  finding.record = RecordInfo{"ends", Recording(pipe.f).place(ends.place), 16};
  finding.advice = {{}};
  const Facts &facts = pipe.f.build();
  planMeasured(finding, Adviser(facts, Roles(facts), 64), filesOf(finding, facts));
  EXPECT_TRUE(finding.advice.empty());
  EXPECT_NE(finding.no_advice.find("another build"), std::string::npos);
}

} // namespace inSourceTermsTest
} // namespace fsfind::test
