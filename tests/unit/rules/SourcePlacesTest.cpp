// Findings that several places of the sources have to end together.
#include "rules/model/RuleIds.h"
#include "tests/support/Recording.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace sourcePlacesTest {

using testing::ElementsAre;

TEST(SourcePlaces, ThreadsMayMeetInSeveralRecords) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex in = f.record("in", {{"hero", number}, {"rival", number}});
  const TypeIndex out = f.record("out", {{"sound", number}, {"net", number}});
  const TypeIndex world =
      f.record("world", {{"in", in}, {"out", out}, {"id", number}, {"n", number}});
  Finding finding = Recording(f).of(kRuleAdjacentThreadFields, f.global("the_world", world), world);
  const auto add = [&](TypeIndex record, const char *name, const char *path, std::uint64_t at,
                       const char *writer, std::uint64_t hitm) {
    Recording(f).add(finding, record, name, path, at, {writer}, hitm);
  };
  add(in, "hero", "in.hero", 0, "2", 5);
  add(in, "rival", "in.rival", 0, "3", 5);
  add(out, "sound", "out.sound", 16, "4", 10);
  add(out, "net", "out.net", 16, "5", 10);
  add(world, "id", "id", 0, "6", 1);
  add(world, "n", "n", 0, "7", 1);
  const auto told = inSourceTerms(finding, FactLookup(f.build()), filesOf(finding, f.build()));
  ASSERT_TRUE(told);
  ASSERT_EQ(told->places.size(), 3U);
  EXPECT_EQ(told->places[0].record->name, "out") << "the most contended";
  EXPECT_EQ(told->places[1].record->name, "in");
  EXPECT_THAT(pathsOf(told->places[2]), ElementsAre("id", "n"));
  ASSERT_TRUE(told->whole);
  EXPECT_EQ(told->whole->record->name, "world");
  EXPECT_EQ(told->whole->members.size(), 6U);
}

TEST(SourcePlaces, ObjectsOfSeveralRecordsAreAlignedEach) {
  FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const TypeIndex cursor = f.record("cursor", {{"at", number}, {"line", number}});
  const TypeIndex counts = f.record("counts", {{"words", number}, {"lines", number}});
  Finding finding = Recording(f).of(kRuleAdjacentObjects, f.global("unused", cursor), cursor);
  finding.object.kind = ObjectKind::Heap;
  finding.object.name.clear();
  finding.allocator_induced = true;
  Recording(f).add(finding, cursor, "at", "cursor::at", 0, {"2", "3"}, 3);
  Recording(f).add(finding, counts, "words", "counts::words", 0, {"2", "3"}, 4);
  FindingMember vtable;
  vtable.path = "_vptr.cursor";
  vtable.readers = {"2", "3"};
  vtable.hitm = 9;
  finding.members.push_back(vtable);
  for (const TypeIndex type : {cursor, counts})
    f.at(*f.build().type(type).record).alignable = true;
  const auto told = inSourceTerms(finding, FactLookup(f.build()), filesOf(finding, f.build()));
  ASSERT_TRUE(told);
  ASSERT_EQ(told->places.size(), 2U);
  EXPECT_EQ(told->places[0].record->name, "counts");
  EXPECT_EQ(told->places[0].rule, kRulePerThreadSlots);
  EXPECT_EQ(told->places[1].record->name, "cursor");
  EXPECT_FALSE(areApart(*told, f.build(), 64));
  FactRecord &one = f.at(*f.build().type(cursor).record);
  one.size = one.align = 64;
  EXPECT_FALSE(areApart(*told, f.build(), 64)) << "the others have neighbours still";
  FactRecord &other = f.at(*f.build().type(counts).record);
  other.size = other.align = 64;
  EXPECT_TRUE(areApart(*told, f.build(), 64));
}

TEST(SourcePlaces, ObjectsWithoutMembersAreInNoRecord) {
  FactsBuilder f;
  const TypeIndex cursor = f.record("cursor", {{"at", f.plain(8)}});
  Finding finding = Recording(f).of(kRuleAdjacentObjects, f.global("unused", cursor), cursor);
  finding.object.kind = ObjectKind::Heap;
  finding.allocator_induced = true;
  EXPECT_FALSE(inSourceTerms(finding, FactLookup(f.build()), filesOf(finding, f.build())));
}

} // namespace sourcePlacesTest
} // namespace fsfind::test
