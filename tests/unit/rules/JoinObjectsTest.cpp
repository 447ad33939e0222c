// How objects are recognised whose members or variable the recording cannot name.
#include "rules/join/Join.h"

#include "rules/join/MemberMatch.h"
#include "tests/support/FindingBuilder.h"

#include <gtest/gtest.h>

namespace fsfind::test {
namespace joinObjectsTest {

constexpr const char *kBuilt = "/ci/build/src/queue.h";
constexpr const char *kSource = "/srv/code/src/queue.h";

std::vector<Finding> joined(const Finding &measured, std::vector<Finding> latent) {
  return join({{measured}, 60, false}, std::move(latent), {});
}

std::size_t confirmedOf(const Finding &measured, std::vector<Finding> latent) {
  return countOf(joined(measured, std::move(latent)), Verdict::Confirmed);
}

TEST(JoinObjects, KnowsAGlobalByItsSymbolAlone) {
  Finding bytes = measured("adjacent-thread-fields").object("lru_locks", {});
  bytes.object.kind = ObjectKind::Global;
  bytes.members = {{"bytes 40-43", {}, 40, 4, {}, {"1"}, 5}};
  Finding said =
      latent("per-thread-slots").member("[]", kSource, 7).object("lru_locks", {kSource, 7, 3});
  EXPECT_EQ(confirmedOf(bytes, {said}), 0U) << "which variable is not known";
  said.object.kind = ObjectKind::Global;
  EXPECT_EQ(confirmedOf(bytes, {said}), 1U);
}

TEST(JoinObjects, KnowsATableOnTheHeapByItsElementsIfItIsTheOnlyOne) {
  Finding shown = measured("per-thread-slots").member("__data.__lock", "mutex.h", 24);
  shown.object.kind = ObjectKind::Heap;
  shown.object.type = "pthread_mutex_t";
  const auto table = [](const char *name, std::uint32_t line) {
    Finding finding =
        latent("per-thread-slots").member("[]", kSource, line).object(name, {kSource, line, 3});
    finding.object.kind = ObjectKind::Heap;
    finding.object.type = "pthread_mutex_t";
    return finding;
  };
  EXPECT_EQ(confirmedOf(shown, {table("item_locks", 7)}), 1U);
  EXPECT_EQ(confirmedOf(shown, {table("item_locks", 7), table("user_locks", 9)}), 0U);
}

TEST(JoinObjects, KnowsATableOnTheHeapByTheCallThatAllocatesIt) {
  Finding shown = measured("per-thread-slots").member("__data.__lock", "mutex.h", 24);
  shown.object.allocated = {"thread_init", {kBuilt, 40, 18}};
  const auto table = [](const char *name, std::uint32_t line) {
    Finding finding =
        latent("per-thread-slots").member("[]", kSource, line).object(name, {kSource, line, 3});
    finding.object.kind = ObjectKind::Heap;
    finding.object.allocated = {"thread_init", {kSource, line + 31, 5}};
    return finding;
  };
  const auto findings = joined(shown, {table("user_locks", 7), table("item_locks", 9)});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].verdict, Verdict::Confirmed);
  EXPECT_EQ(findings[0].location.line, 9U);
}

/// Elements of numbers on the heap, which threads write at `line` of the sources.
Finding numbers(const char *allocator, std::uint32_t line) {
  Finding finding = measured("per-thread-slots").at(kBuilt, line - 1).cost(50, 0.2);
  finding.object.kind = ObjectKind::Heap;
  finding.object.type = "unsigned long";
  finding.object.allocated = {allocator, {kBuilt, line - 1, 0}};
  finding.members = {{"unsigned long", {}, 0, 8, {}, {"1", "2"}, 5}};
  finding.related = {{{kBuilt, line, 9}, "most stores come from here"}};
  return finding;
}

/// A vector in a class, of which nothing but its elements' type and the code that writes is known.
Finding metrics(const char *name, std::uint32_t written_at) {
  Finding finding =
      latent("per-thread-slots").member("[]", kSource, 20).related(kSource, written_at);
  finding.object = {};
  finding.object.name = name;
  finding.object.kind = ObjectKind::Heap;
  finding.object.type = "unsigned long";
  return finding;
}

TEST(JoinObjects, ATypeAloneDoesNotMakeTwoArraysOne) {
  const Measurement both = {{numbers("Engine::Engine", 40), numbers("prepare", 80)}, 100, false};
  const std::vector<Finding> known = join(both, {metrics("Engine::metrics", 40)}, {});
  ASSERT_EQ(known.size(), 2U);
  for (const Finding &finding : known) {
    const bool engine = finding.object.allocated.function == "Engine::Engine";
    EXPECT_EQ(finding.verdict, engine ? Verdict::Confirmed : Verdict::Measured);
    EXPECT_EQ(finding.cost.hitm, 50U);
  }
  EXPECT_EQ(countOf(join(both, {metrics("Engine::metrics", 99)}, {}), Verdict::Confirmed), 0U)
      << "the code tells neither from the other";
}

TEST(JoinObjects, CodeTellsArraysOfOneTypeApart) {
  EXPECT_EQ(confirmedOf(numbers("prepare", 80), {metrics("Engine::metrics", 40)}), 1U);
  const std::vector<Finding> findings =
      joined(numbers("prepare", 80), {metrics("Engine::metrics", 40), metrics("sums", 80)});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].verdict, Verdict::Confirmed);
  EXPECT_EQ(findings[0].related.front().place.line, 80U);
}

/// An array on the heap that a member points to, and the constructor's line that allocates it.
Finding pointedTo(const char *name, const char *type) {
  Finding finding =
      latent("per-thread-slots").member("[]", kSource, 20).object(name, {}).message(name);
  finding.object.kind = ObjectKind::Heap;
  finding.object.type = type;
  finding.object.allocated = {"Ward::Ward", {kSource, 39, 19}};
  return finding;
}

TEST(JoinObjects, OneLineAllocatesArraysOfSeveralTypes) {
  const auto findings =
      joined(numbers("Ward::Ward", 40),
             {pointedTo("Ward.visits", "int"), pointedTo("Ward.beds", "unsigned long")});
  ASSERT_EQ(countOf(findings, Verdict::Confirmed), 1U);
  ASSERT_EQ(findings[0].sides.size(), 2U);
  EXPECT_EQ(findings[0].sides[1].message, "Ward.beds");
}

TEST(JoinObjects, APointerThatLiesInAVariableIsNotWhatItPointsTo) {
  Finding doses =
      measured("per-thread-slots").member("doses", kBuilt, 17).member("beds", kBuilt, 20);
  doses.object.kind = ObjectKind::Stack;
  doses.object.type = "Ward";
  EXPECT_EQ(confirmedOf(doses, {pointedTo("Ward.beds", "unsigned long")}), 0U);
  Finding said = latent("per-thread-slots").member("doses[]", kSource, 17);
  EXPECT_EQ(confirmedOf(doses, {said}), 1U);
}

TEST(JoinObjects, AddsUpMembersOfObjectsThatNeighboursAreCalledBy) {
  Finding elements = measured("per-thread-slots").member("hits", kBuilt, 7).cost(30, 0.5);
  elements.object.allocated = {"Server::Server", {kBuilt, 40, 18}};
  Finding beside = measured("adjacent-objects")
                       .member("ns::Stats.hits", kBuilt, 7)
                       .member("Chunk.size", "/malloc.c", 3)
                       .cost(10, 0.1);
  for (FindingMember &member : beside.members)
    member.object_type = namesOn(member.path).size() == 3 ? "ns::Stats" : "Chunk";
  beside.object.allocated = elements.object.allocated;
  Finding said = latent("per-thread-slots").member("hits", kSource, 7);
  said.object.kind = ObjectKind::Heap;
  said.object.allocated = {"Server::Server", {kSource, 40, 5}};
  const auto findings = join({{elements, beside}, 60, false}, {said}, {});
  ASSERT_EQ(findings.size(), 1U);
  ASSERT_EQ(findings[0].members.size(), 2U);
  EXPECT_EQ(findings[0].members[0].path, "hits");
  EXPECT_EQ(findings[0].members[0].hitm, 20U);
  EXPECT_EQ(findings[0].members[1].path, "Chunk.size");
}

/// A counter that two variables have at an offset of their own, as the source tells it.
Finding counterOf(const std::string &variable, const std::string &type, std::uint64_t offset) {
  Finding said =
      latent("contended-atomic").member(variable + ".count.n", kSource, 7).object(variable, {});
  said.object.kind = ObjectKind::Stack;
  said.record = RecordInfo{type, {kSource, 20, 8}, 256, 0};
  said.members[0].offset = offset;
  return said;
}

Finding measuredCounter(const std::string &type, std::uint64_t offset) {
  Finding shown = measured("contended-atomic").member("count.n", kBuilt, 7);
  shown.object.kind = ObjectKind::Stack;
  shown.object.type = type;
  shown.members[0].offset = offset;
  return shown;
}

TEST(JoinObjects, TellsVariablesOfOtherTypesApartWhereTheRecordingKnowsTheTypeAlone) {
  const Finding map = counterOf("map", "Map", 24), queue = counterOf("queue", "Queue", 192);
  EXPECT_EQ(confirmedOf(measuredCounter("Queue", 192), {map}), 0U);
  const auto findings = joined(measuredCounter("Queue", 192), {map, queue});
  ASSERT_EQ(findings.size(), 2U);
  ASSERT_EQ(findings[0].sides.size(), 2U);
  EXPECT_EQ(findings[0].sides[1].location, queue.location);
  EXPECT_EQ(findings[1].object.name, "map");
  EXPECT_EQ(confirmedOf(measuredCounter("Base", 192), {queue}), 1U) << "a base at the start";
}

TEST(JoinObjects, NamesNoneOfVariablesOfOneTypeWhereTheRecordingDoesNotTellWhich) {
  const Finding one = counterOf("one", "Queue", 8), other = counterOf("other", "Queue", 8);
  const auto findings = joined(measuredCounter("Queue", 8), {one, other});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].object.name, "");
  EXPECT_EQ(findings[0].message, "shown by samples");
  EXPECT_EQ(joined(measuredCounter("Queue", 8), {one}).at(0).sides.size(), 2U);
}

} // namespace joinObjectsTest
} // namespace fsfind::test
