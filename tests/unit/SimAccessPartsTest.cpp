#include "c2c-ingest/record/sim/AccessParts.h"

#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace {

constexpr std::uint64_t kLine = ~std::uint64_t{63};

TEST(SimAccessParts, PartsOfAWideAccessBeginWhereItDoes) {
  AccessParts parts;
  EXPECT_EQ(parts.begin(0x401000, 0x1000, kLine), 0x1000U);
  EXPECT_EQ(parts.begin(0x401000, 0x1008, kLine), 0x1000U);
  EXPECT_EQ(parts.begin(0x401000, 0x1010, kLine), 0x1000U);
}

TEST(SimAccessParts, AnotherInstructionBeginsAnew) {
  AccessParts parts;
  parts.begin(0x401000, 0x1000, kLine);
  EXPECT_EQ(parts.begin(0x401004, 0x1008, kLine), 0x1008U);
}

TEST(SimAccessParts, TheNextRoundOfALoopBeginsAnew) {
  AccessParts parts;
  parts.begin(0x401000, 0x1000, kLine);
  parts.reset();
  EXPECT_EQ(parts.begin(0x401000, 0x1008, kLine), 0x1008U);
}

TEST(SimAccessParts, WhatLiesOnTheNextLineIsSampledThere) {
  AccessParts parts;
  parts.begin(0x401000, 0x1038, kLine);
  EXPECT_EQ(parts.begin(0x401000, 0x1040, kLine), 0x1040U);
  EXPECT_EQ(parts.begin(0x401000, 0x1048, kLine), 0x1040U);
}

} // namespace
} // namespace fsfind::record::sim
