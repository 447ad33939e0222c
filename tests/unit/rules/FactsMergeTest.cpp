// Merging obeys its laws on facts of every shape.
#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "tests/support/RandomFacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace {

constexpr unsigned kRounds = 300;

std::string bytes(const Facts &facts) {
  return encodeFacts(facts).value();
}

template <class... More> Facts merged(More... facts) {
  FactsMerger merger;
  (merger.add(std::move(facts)), ...);
  return merger.take();
}

TEST(FactsMerge, OrderDoesNotMatter) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFacts random(seed);
    const Facts a = random.unit(), b = random.unit(), c = random.unit();
    const std::string abc = bytes(merged(a, b, c));
    ASSERT_EQ(abc, bytes(merged(c, b, a))) << seed;
    ASSERT_EQ(abc, bytes(merged(b, c, a))) << seed;
  }
}

TEST(FactsMerge, GroupingDoesNotMatter) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFacts random(seed);
    const Facts a = random.unit(), b = random.unit(), c = random.unit();
    const std::string abc = bytes(merged(a, b, c));
    ASSERT_EQ(abc, bytes(merged(merged(a, b), c))) << seed;
    ASSERT_EQ(abc, bytes(merged(a, merged(b, c)))) << seed;
    ASSERT_EQ(abc, bytes(merged(merged(a, b), merged(b, c)))) << seed;
  }
}

TEST(FactsMerge, NormalFormIsFixed) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    const Facts a = normalised(RandomFacts(seed).unit());
    ASSERT_EQ(bytes(a), bytes(normalised(a))) << seed;
    ASSERT_EQ(bytes(a), bytes(merged(a, a))) << seed;
    ASSERT_EQ(bytes(a), bytes(merged(a, Facts{}))) << seed;
  }
}

TEST(FactsMerge, MergedFactsStaySound) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFacts random(seed);
    const Facts a = random.unit(), b = random.unit();
    const Facts whole = linked(merged(a, b));
    const auto read = decodeFacts(bytes(whole), "memory");
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(read->functions, whole.functions) << seed;
  }
}

TEST(FactsMerge, LinkedFactsDoNotDependOnOrder) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFacts random(seed);
    const Facts a = random.unit(), b = random.unit();
    Facts one = a, other = b;
    mergeFacts(one, b);
    mergeFacts(other, a);
    ASSERT_EQ(bytes(one), bytes(other)) << seed;
  }
}

} // namespace
} // namespace fsfind::test
