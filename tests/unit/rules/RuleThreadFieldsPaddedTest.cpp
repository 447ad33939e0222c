#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace ruleThreadFieldsPaddedTest {

using test::FactsBuilder;
using test::kAtomicInLoop;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Finding> check(bool padded, bool read_by_producer) {
  FactsBuilder f;
  const auto byte = f.plain(1, "char");
  const auto ring = f.record("Ring", {{"head", f.atomic()},
                                      {"pad", f.array(byte, 56)},
                                      {"tail", f.atomic()},
                                      {"mask", f.plain(8)}});
  f.member(ring, "pad").padding = padded;
  const auto global = f.global("ring", ring);
  const auto main = f.function("main"), push = f.function("push"), pop = f.function("pop");
  f.start(main, push);
  f.start(main, pop);
  const auto at = [&](const std::string &member) { return f.variable(global).member(member); };
  f.write(push, at("head"), kAtomicInLoop);
  f.read(push, at("tail"), kAtomicInLoop);
  f.write(pop, at("tail"), kAtomicInLoop);
  f.read(read_by_producer ? push : pop, at("mask"), kInLoop);
  return checkFacts(f.build(), {.min_confidence = Confidence::Medium,
                                .suspects = true,
                                .rules = {"fsfind-adjacent-thread-fields"}});
}

TEST(RuleThreadFieldsPadded, PaddedOnOneSideOnly) {
  EXPECT_THAT(check(true, true), SizeIs(1));
  EXPECT_THAT(check(true, false), IsEmpty()) << "its writer's own";
  EXPECT_THAT(check(false, true), IsEmpty()) << "whoever reads the one reads the other anyway";
}

} // namespace ruleThreadFieldsPaddedTest
} // namespace fsfind
