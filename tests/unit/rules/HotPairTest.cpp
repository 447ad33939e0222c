// The two members that contend most.
#include "rules/measured/findings/HotPair.h"

#include <gtest/gtest.h>

#include <random>

namespace fsfind {
namespace hotPairTest {

/// A line of so many threads and cells, each of which is a member or a part of one.
struct Fixture {
  Line line;
  LineUsage usage;
  std::vector<Identity> identities;

  Fixture(std::size_t threads, std::size_t cells, std::uint32_t members) {
    usage.table = UsageTable(threads, cells);
    for (std::uint32_t r = 0; r < threads; ++r)
      usage.threads.emplace_back(r);
    for (std::uint32_t c = 0; c < cells; ++c) {
      usage.cells.push_back({c, c + 1, std::nullopt});
      identities.push_back({0, 0, c % members});
    }
  }
  std::optional<HotPair> hottest(int lines = 1) const {
    HotPairs pairs;
    for (int i = 0; i < lines; ++i)
      pairs.addLine({line, usage, identities}, std::vector<bool>(identities.size(), true));
    return pairs.hottest();
  }
};

/// By the definition: every thread that waits with every other thread's stores, at all pairs of
/// cells. Its cells are members of their own.
double weightOf(const UsageTable &table, std::size_t loaded, std::size_t written) {
  double weight = 0;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    std::uint64_t stores = 0;
    for (std::size_t w = 0; w < table.rows(); ++w)
      stores = w == r ? stores : std::max(stores, table.at(w, written).stores);
    weight += static_cast<double>(table.at(r, loaded).contended * stores);
  }
  return weight;
}

TEST(HotPair, HasTheGreatestWeightOfAllPairs) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Fixture one(1 + random() % 5, 2 + random() % 4, 8);
    double most = 0;
    for (std::size_t r = 0; r < one.usage.table.rows(); ++r)
      for (std::size_t c = 0; c < one.usage.table.columns(); ++c) {
        one.usage.table.at(r, c).contended = random() % 3 == 0 ? random() % 50 : 0;
        one.usage.table.at(r, c).stores = random() % 3 == 0 ? random() % 50 : 0;
      }
    for (std::size_t a = 0; a < one.usage.table.columns(); ++a)
      for (std::size_t b = 0; b < one.usage.table.columns(); ++b)
        most = std::max(most, a == b ? 0 : weightOf(one.usage.table, a, b));
    const std::optional<HotPair> pair = one.hottest();
    ASSERT_EQ(pair.has_value(), most > 0);
    if (!pair)
      continue;
    EXPECT_EQ(weightOf(one.usage.table, pair->waiting, pair->writing), most);
  }
}

/// Lines as large as a crafted recording can say. With each thread asked for each pair of cells,
/// this is a search of minutes.
TEST(HotPair, OfManyThreadsOnManyCellsIsFoundInTime) {
  constexpr std::size_t kCells = 256, kThreads = 4096;
  Fixture many(kThreads, kCells, 4);
  for (std::size_t r = 0; r < kThreads; ++r)
    many.usage.table.at(r, r % kCells).contended = many.usage.table.at(r, r % kCells).stores = r;
  EXPECT_TRUE(many.hottest(100));
}

} // namespace hotPairTest
} // namespace fsfind
