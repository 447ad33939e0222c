// How objects are recognised whose members or variable the recording cannot name.
#include "rules/join/Join.h"

#include "tests/support/FindingBuilder.h"

#include <gtest/gtest.h>

namespace fsfind::test {

namespace {

constexpr const char *kBuilt = "/ci/build/src/queue.h";
constexpr const char *kSource = "/srv/code/src/queue.h";

std::vector<Finding> joined(const Finding &measured, std::vector<Finding> latent) {
  return join({{measured}, 60, false}, std::move(latent), {});
}

std::size_t confirmedOf(const Finding &measured, std::vector<Finding> latent) {
  return countOf(joined(measured, std::move(latent)), Verdict::Confirmed);
}

} // namespace

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

} // namespace fsfind::test
