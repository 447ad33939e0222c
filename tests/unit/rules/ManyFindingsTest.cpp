#include "rules/source/Catalogue.h"
#include "tests/support/FactsBuilder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fsfind {
namespace manyFindingsTest {

/// Records with two counters each, that two threads of their own add to; each record in a variable,
/// or in one giant record's member.
Facts countersIn(std::size_t records, bool in_one) {
  test::FactsBuilder f;
  const TypeIndex number = f.plain(8);
  std::vector<TypeIndex> types;
  test::FactsBuilder::Members members;
  for (std::size_t i = 0; i < records; ++i) {
    types.push_back(f.record(fmt::format("Counters{}", i), {{"sent", number}, {"got", number}}));
    members.push_back({fmt::format("part{}", i), types.back()});
  }
  const VariableIndex all = in_one ? f.global("all", f.record("All", members)) : VariableIndex();
  const FunctionIndex main = f.function("main");
  for (std::size_t i = 0; i < records; ++i) {
    const std::string name = fmt::format("part{}", i);
    const auto part = in_one ? f.variable(all).member(name) : f.variable(f.global(name, types[i]));
    for (const char *member : {"sent", "got"}) {
      const FunctionIndex entry = f.function(fmt::format("{}_{}", name, member));
      f.start(main, entry);
      f.update(entry, test::Path(part).member(member), test::kInLoop);
    }
  }
  return f.build();
}

std::vector<Finding> foundIn(const Facts &facts) {
  CheckOptions options;
  options.rules = {"fsfind-adjacent-thread-fields"};
  return checkFacts(facts, options);
}

/// What is advised, without names.
std::string advised(const Finding &finding) {
  std::string told;
  for (const Advice &one : finding.advice)
    told +=
        fmt::format("{}: {} -> {} bytes, {} objects, {} edits {}; ", static_cast<int>(one.remedy),
                    one.size_before, one.size_after, one.instances, one.edits.size(), one.obstacle);
  return told;
}

// Who looks through the facts for each finding takes minutes here.
TEST(ManyFindings, AreAdvisedOnAsEachAlone) {
  constexpr std::size_t kMany = 20000;
  const std::vector<Finding> alone = foundIn(countersIn(1, false));
  const std::vector<Finding> all = foundIn(countersIn(kMany, false));
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_FALSE(advised(alone.front()).empty());
  ASSERT_EQ(all.size(), kMany);
  for (const Finding &finding : all)
    ASSERT_EQ(advised(finding), advised(alone.front()));
}

/// Records within records, each with two counters of its own.
Facts nestedCounters(std::size_t depth) {
  test::FactsBuilder f;
  const TypeIndex number = f.plain(8);
  const FunctionIndex main = f.function("main");
  std::optional<TypeIndex> inner;
  for (std::size_t i = 0; i < depth; ++i) {
    test::FactsBuilder::Members members = {{"sent", number}, {"got", number}};
    if (inner)
      members.insert(members.begin(), {"inner", *inner});
    inner = f.record(fmt::format("Level{}", i), members);
    const VariableIndex level = f.global(fmt::format("level{}", i), *inner);
    for (const char *member : {"sent", "got"}) {
      const FunctionIndex entry = f.function(fmt::format("{}_{}", member, i));
      f.start(main, entry);
      f.update(entry, f.variable(level).member(member), test::kInLoop);
    }
  }
  return f.build();
}

TEST(ManyFindings, InRecordsWithinRecordsAreAllFound) {
  constexpr std::size_t kDeep = 10000;
  EXPECT_EQ(foundIn(nestedCounters(kDeep)).size(), kDeep);
}

TEST(ManyFindings, OfOneGiantRecordAreOne) {
  constexpr std::size_t kMany = 10000;
  const std::vector<Finding> all = foundIn(countersIn(kMany, true));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().members.size(), 2 * kMany);
}

} // namespace manyFindingsTest
} // namespace fsfind
