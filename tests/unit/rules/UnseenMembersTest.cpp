// Members that measured threads use without being seen, and where layouts put them.
#include "rules/join/UnseenMembers.h"

#include "rules/join/PlanMeasured.h"
#include "rules/model/RuleIds.h"
#include "tests/support/Recording.h"

#include <gmock/gmock.h>

#include <map>

namespace fsfind::test {
namespace unseenMembersTest {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

using Writers = std::vector<std::string>;

/// A link with a sending and a receiving thread, of which a recording shows head and tail.
struct Link {
  FactsBuilder f;
  TypeIndex number = f.plain(8);
  TypeIndex link = f.record("link", {{"frames", f.pointer(number)},
                                     {"mask", number},
                                     {"head", number},
                                     {"tail_seen", number},
                                     {"tail", number},
                                     {"speed", number},
                                     {"name", number}});
  VariableIndex the_link = f.global("the_link", link);
  FunctionIndex main = f.function("main"), setUp = f.function("prepare");
  FunctionIndex send = f.function("send"), receive = f.function("receive");

  Link() {
    f.call(main, setUp); // before the threads start
    write(setUp, "head");
    write(setUp, "tail");
    read(setUp, "name");
    f.start(main, send);
    f.start(main, receive);
    write(send, "head");
    write(receive, "tail");
    for (const FunctionIndex side : {send, receive}) {
      read(side, "mask");
      f.read(side, f.variable(the_link).member("frames").deref(), kInLoop);
      f.read(side, f.variable(the_link).member("speed")); // once
    }
    write(send, "tail_seen");
    read(send, "tail_seen");
  }

  void write(FunctionIndex in, const std::string &name) {
    f.write(in, f.variable(the_link).member(name), kInLoop);
  }
  void read(FunctionIndex in, const std::string &name) {
    f.read(in, f.variable(the_link).member(name), kInLoop);
  }

  [[nodiscard]] Finding measured() const {
    Finding finding = Recording(f).of(kRuleAdjacentThreadFields, the_link, link);
    add(finding, "head", {"2"});
    add(finding, "tail", {"3"});
    return finding;
  }
  void add(Finding &finding, const std::string &name, const Writers &writers) const {
    Recording(f).add(finding, link, name, name, 0, writers);
  }

  /// The writers of each member of the finding, with what is not seen.
  [[nodiscard]] std::map<std::string, Writers> writers(const Finding &finding) const {
    const Facts &facts = f.build();
    const FileMatch files = filesOf(finding, facts);
    const auto used = usedMembers(finding, facts, files);
    const auto told = only(inSourceTerms(finding, FactLookup(facts), files));
    EXPECT_TRUE(used && told);
    if (!used || !told)
      return {};
    const Roles roles(facts);
    std::map<std::string, Writers> all;
    for (const FindingMember &member :
         withUnseenMembers(*told, FactLookup(facts), MeasuredCode(facts, roles, used->all), {})
             .members)
      all[member.path] = member.writers;
    return all;
  }
};

TEST(UnseenMembers, WhatBothSidesReadHasNoWriters) {
  const Link link;
  const auto writers = link.writers(link.measured());
  EXPECT_THAT(writers, Contains(Pair("mask", IsEmpty())));
  EXPECT_THAT(writers, Contains(Pair("frames", IsEmpty()))) << "read on the way to a frame";
}

TEST(UnseenMembers, WhatOneSideUsesIsThatSides) {
  const Link link;
  EXPECT_THAT(link.writers(link.measured()), Contains(Pair("tail_seen", ElementsAre("thread 2"))));
}

TEST(UnseenMembers, WhatIsReadOnceOrBeforeThreadsStartIsCold) {
  const Link link;
  const auto writers = link.writers(link.measured());
  EXPECT_EQ(writers.count("speed"), 0U);
  EXPECT_EQ(writers.count("name"), 0U);
}

TEST(UnseenMembers, FunctionsThatTheCodeCallsCount) {
  Link link;
  const FunctionIndex check = link.f.function("check");
  link.read(check, "name");
  link.f.call(link.send, check, 1);
  EXPECT_THAT(link.writers(link.measured()), Contains(Pair("name", ElementsAre("thread 2"))));
  link.f.call(link.receive, check, 1);
  EXPECT_THAT(link.writers(link.measured()), Contains(Pair("name", IsEmpty())));
}

TEST(UnseenMembers, AMeasuredMemberThatOneSideReadsIsThatSides) {
  const Link link;
  Finding finding = link.measured();
  link.add(finding, "tail_seen", {});
  finding.members.back().readers = {"2"};
  EXPECT_THAT(link.writers(finding), Contains(Pair("tail_seen", ElementsAre("thread 2"))));
  finding.members.back().readers = {"2", "3"};
  EXPECT_THAT(link.writers(finding), Contains(Pair("tail_seen", IsEmpty())));
}

TEST(UnseenMembers, ReadersOfWhatNobodyWritesReadWhatIsBesideIt) {
  Link link;
  const FunctionIndex watch = link.f.function("watch");
  link.f.start(link.main, watch);
  link.read(watch, "mask");
  link.read(watch, "name");
  Finding finding = link.measured();
  finding.members.pop_back();
  link.add(finding, "mask", {});
  finding.members.back().readers = {"4"};
  EXPECT_THAT(link.writers(finding), Contains(Pair("name", IsEmpty())));
}

TEST(PlanMeasured, ConstantsOfBothSidesAreKeptOffTheLinesOfEither) {
  Link link;
  FactRecord &record = link.f.at(*link.f.build().type(link.link).record);
  record.alignable = true;
  for (FactMember &member : record.members)
    member.declaration = {member.place.file, member.place.line, 3};
  const Facts &facts = link.f.build();
  Finding finding = link.measured();
  planMeasured(finding, Adviser(facts, Roles(facts), 64), filesOf(finding, facts));
  std::vector<std::uint32_t> lines;
  for (const Edit &edit : finding.edits())
    lines.push_back(edit.line);
  EXPECT_THAT(lines, ElementsAre(record.members[2].place.line, record.members[4].place.line))
      << "head and tail";
}

TEST(UnseenMembers, WhatOnlyOneGroupWasSeenToReadIsItsOwn) {
  Finding place;
  place.members.resize(4);
  place.members[0].writers = {"thread 2"};
  place.members[1].writers = {"thread 3"};
  place.members[2].readers = {"2"};
  place.members[3].readers = {"2", "3"};
  const auto members = withMembersOfReaders(place).members;
  EXPECT_THAT(members[2].writers, ElementsAre("thread 2"));
  EXPECT_THAT(members[3].writers, IsEmpty()) << "of both";
}

TEST(UnseenMembers, WhatSeveralWritersOnlyReadLiesWithTheirsOnlyWhereNothingElsePartsIt) {
  const auto member = [](const Writers &writers, const Writers &readers) {
    FindingMember one;
    one.writers = writers;
    one.readers = readers;
    return one;
  };
  const FindingMember hits = member({"thread 2", "thread 3"}, {}), limit = member({}, {"2", "3"}),
                      ticks = member({"thread 4"}, {}), name = member({}, {"2", "3", "4"});
  const auto writersOfLimit = [](std::vector<FindingMember> members, std::size_t at) {
    Finding place;
    for (std::size_t i = 0; i < members.size(); ++i)
      members[i].offset = 8 * i;
    place.members = std::move(members);
    return withMembersOfReaders(place).members[at].writers;
  };
  EXPECT_THAT(writersOfLimit({hits, limit, ticks}, 1), ElementsAre("thread 2", "thread 3"));
  EXPECT_THAT(writersOfLimit({ticks, limit, hits}, 1), ElementsAre("thread 2", "thread 3"));
  EXPECT_THAT(writersOfLimit({hits, limit, name, ticks}, 1), IsEmpty()) << "beside what all read";
  EXPECT_THAT(writersOfLimit({hits, name, limit, ticks}, 2), IsEmpty());
  EXPECT_THAT(writersOfLimit({hits, ticks, limit}, 2), IsEmpty()) << "needs a line anyway";
}

TEST(PlanMeasured, WhoReadsBuffersIsShownByTheSources) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex pose = f.record("pose", {{"x", number}});
  const TypeIndex stage = f.record("stage", {{"front", number}, {"poses", f.array(pose, 2)}});
  const VariableIndex the_stage = f.global("the_stage", stage);
  const FunctionIndex main = f.function("main"), move = f.function("move"),
                      look = f.function("look");
  f.start(main, move);
  f.start(main, look, true);
  const auto x = [&] {
    return f.variable(the_stage).member("poses").index(Provenance::Unknown).member("x");
  };
  f.write(move, x(), kInLoop);
  f.read(look, f.variable(the_stage).member("front"), kInLoop);
  Finding finding = Recording(f).of(kRulePerThreadSlots, the_stage, stage);
  Recording(f).add(finding, stage, "front", "front", 0, {});
  finding.members.back().readers = {"3", "4"};
  Recording(f).add(finding, pose, "x", "poses[].x", 8, {"2"});
  const auto isRead = [&] {
    Finding planned = finding;
    planMeasured(planned, Adviser(f.build(), Roles(f.build()), 64), filesOf(finding, f.build()));
    return planned.members.back().read_by_others;
  };
  EXPECT_FALSE(isRead());
  f.read(look, x(), kInLoop);
  EXPECT_TRUE(isRead()) << "by those who read the index";
}

} // namespace unseenMembersTest
} // namespace fsfind::test
