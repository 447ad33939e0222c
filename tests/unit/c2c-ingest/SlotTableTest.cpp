// Positions are found by hash, whatever the hashes are.

#include "c2c-ingest/base/Interner.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fsfind::ingest {
namespace slotTableTest {

/// Its low half, by which a table works, is the same for many keys.
struct PoorHash {
  std::size_t operator()(std::uint64_t key) const { return key % 7; }
};
struct GoodHash {
  std::size_t operator()(std::uint64_t key) const { return mixHash(key); }
};

template <class Hash> void expectFirstSightNumbers() {
  Interner<std::uint64_t, std::uint32_t, Hash> numbers;
  std::map<std::uint64_t, std::uint32_t> expected;
  std::mt19937_64 random(11);
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t key = random() % 1000;
    const auto [known, fresh] =
        expected.try_emplace(key, static_cast<std::uint32_t>(expected.size()));
    ASSERT_EQ(numbers.find(key), fresh ? SlotTable::kNone : known->second);
    ASSERT_EQ(numbers(key), known->second);
    ASSERT_EQ(numbers.find(key), known->second);
  }
  ASSERT_EQ(numbers.keys().size(), expected.size());
  for (const auto &[key, number] : expected)
    EXPECT_EQ(numbers.keys()[number], key);
}

TEST(SlotTable, KeysAreNumberedByFirstSight) {
  expectFirstSightNumbers<GoodHash>();
}

TEST(SlotTable, KeysOfEqualHashesAreToldApart) {
  expectFirstSightNumbers<PoorHash>();
}

} // namespace slotTableTest
} // namespace fsfind::ingest
