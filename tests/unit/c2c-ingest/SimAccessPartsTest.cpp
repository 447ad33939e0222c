#include "c2c-ingest/record/sim/AccessParts.h"

#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace simAccessPartsTest {

TEST(SimAccessParts, PartsOfAWideAccessBeginWhereItDoes) {
  AccessParts parts;
  EXPECT_EQ(parts.begin(0x401000, 0x1000), 0x1000U);
  EXPECT_EQ(parts.begin(0x401000, 0x1008), 0x1000U);
  EXPECT_EQ(parts.begin(0x401000, 0x1010), 0x1000U);
}

TEST(SimAccessParts, AnotherInstructionBeginsAnew) {
  AccessParts parts;
  parts.begin(0x401000, 0x1000);
  EXPECT_EQ(parts.begin(0x401004, 0x1008), 0x1008U);
}

TEST(SimAccessParts, TheNextRoundOfALoopBeginsAnew) {
  AccessParts parts;
  parts.begin(0x401000, 0x1000);
  parts.reset();
  EXPECT_EQ(parts.begin(0x401000, 0x1008), 0x1008U);
}

} // namespace simAccessPartsTest
} // namespace fsfind::record::sim
