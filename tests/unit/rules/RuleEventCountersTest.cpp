#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleEventCountersTest {

using test::FactsBuilder;
using test::kAtomic;
using testing::IsEmpty;
using testing::SizeIs;

/// A function that counts one event or another, and a caller with a loop.
struct Stats {
  explicit Stats(const std::vector<std::string> &names) {
    FactsBuilder::Members members;
    for (const std::string &name : names)
      members.emplace_back(name, f.atomic());
    stats = f.record("Stats", members);
    const auto record = f.method("Stats::record", stats), serve = f.method("serve", stats);
    for (const std::string &name : names)
      f.update(record, f.self(stats).member(name), kAtomic);
    f.call(serve, record, 1);
  }
  [[nodiscard]] std::vector<Finding> check() const {
    return checkFacts(f.build(), {.suspects = true, .rules = {"fsfind-adjacent-thread-fields"}});
  }

  FactsBuilder f;
  TypeIndex stats;
};

TEST(RuleEventCounters, SeveralOfOneFunction) {
  const auto findings = Stats({"hits", "misses", "flushes"}).check();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_TRUE(isSuspect(findings[0]));
  EXPECT_THAT(findings[0].members, SizeIs(3));
}

TEST(RuleEventCounters, TwoMayBelongToOneEvent) {
  EXPECT_THAT(Stats({"packets", "bytes"}).check(), IsEmpty());
}

TEST(RuleEventCounters, ElementsAreMany) {
  Stats s({"hits", "misses", "flushes"});
  s.f.global("all", s.f.array(s.stats, 100));
  EXPECT_THAT(s.check(), IsEmpty());
}

} // namespace ruleEventCountersTest
} // namespace fsfind
