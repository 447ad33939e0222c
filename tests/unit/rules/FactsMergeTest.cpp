// Merging obeys its laws on facts of every shape.
#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "tests/support/RandomFacts.h"
#include "tests/support/TemporaryFolder.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

namespace fsfind::test {
namespace factsMergeTest {

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

/// Three megabytes of functions, so that the file is written in several pieces.
Facts withManyFunctions(const std::string &prefix) {
  constexpr int kFunctions = 3000;
  Facts facts = RandomFacts(1).unit();
  for (int i = 0; i < kFunctions; ++i) {
    FactFunction &one = facts.functions.emplace_back();
    one.key = prefix + std::to_string(i);
    one.name = std::string(1000, static_cast<char>('a' + i % 26)) + one.key;
  }
  return facts;
}

TEST(FactsMerge, WritesTheFileOfWhatItWouldTake) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/x.facts";
  const auto written = [&](const std::vector<Facts> &parts) {
    FactsMerger merger;
    for (const Facts &part : parts)
      merger.add(part);
    EXPECT_TRUE(merger.write(path));
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  for (unsigned seed = 0; seed < kRounds / 10; ++seed) {
    RandomFacts random(seed);
    const Facts a = random.unit(), b = random.unit();
    ASSERT_EQ(written({a, b}), bytes(merged(a, b))) << seed;
  }
  const Facts a = withManyFunctions("a"), b = withManyFunctions("b");
  EXPECT_EQ(written({a, b}), bytes(merged(a, b)));
  EXPECT_EQ(readFactsFile(path).value().functions, merged(b, a).functions);
}

TEST(FactsMerge, KeepsOneOfEachEditAndPathHoweverManyUnitsHaveIt) {
  constexpr std::uint32_t kUnits = 500;
  FactsMerger merger;
  for (std::uint32_t unit = 0; unit < kUnits; ++unit) {
    Facts facts;
    facts.files = {{"common.h", 1}, {std::to_string(unit) + ".c", 1}};
    facts.c_files = {std::to_string(unit) + ".c", "common.h"};
    FactSlots &slots = facts.slots.emplace_back();
    slots.key = "table";
    slots.edits = {{{FileIndex(0), 1, 1}, {FileIndex(0), 1, 5}, "struct Padded"},
                   {{FileIndex(1), 2, 1}, {FileIndex(1), 2, 5}, "table[0].value"}};
    merger.add(facts);
  }
  const Facts all = merger.take();
  EXPECT_EQ(all.c_files.size(), kUnits + 1);
  ASSERT_EQ(all.slots.size(), 1U);
  EXPECT_EQ(all.slots.front().edits.size(), kUnits + 1);
}

} // namespace factsMergeTest
} // namespace fsfind::test
