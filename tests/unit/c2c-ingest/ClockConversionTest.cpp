#include "c2c-ingest/perf/ClockConversion.h"
#include "tests/support/ByteWriter.h"

#include <gtest/gtest.h>

namespace fsfind::perf {
namespace clockConversionTest {

test::ByteWriter scale(std::uint64_t shift, std::uint64_t multiplier, std::uint64_t zero) {
  test::ByteWriter out;
  out.u64(shift).u64(multiplier).u64(zero);
  return out;
}

TEST(ClockConversion, TicksAreScaledWithoutLosingTheirLowBits) {
  const auto clock = decodeClockConversion(scale(10, 5000, 7).bytes(), false);
  ASSERT_TRUE(clock);
  EXPECT_EQ(clock->nanoseconds(0), 7U);
  EXPECT_EQ(clock->nanoseconds(1024), 5007U);
  EXPECT_EQ(clock->nanoseconds(1025), 5007U + 5000 / 1024);
  // the product of all ticks and the multiplier would not fit
  const std::uint64_t many = std::uint64_t{1} << 53;
  EXPECT_EQ(clock->nanoseconds(many), 7 + (many >> 10) * 5000);
}

TEST(ClockConversion, AShortTimerGoesOnFromTheCyclesThatAreGiven) {
  constexpr std::uint64_t kMask = 0xff;
  const auto clock = [&](std::uint8_t is_short) {
    test::ByteWriter out = scale(0, 1, 0);
    out.u64(0x1280).u64(kMask).u8(1).u8(is_short).zeros(6);
    return *decodeClockConversion(out.bytes(), false);
  };
  EXPECT_EQ(clock(1).nanoseconds(0x81), 0x1281U);
  EXPECT_EQ(clock(1).nanoseconds(0x7f), 0x137fU); // wrapped
  EXPECT_EQ(clock(0).nanoseconds(0x81), 0x81U);
}

TEST(ClockConversion, WhatCannotBeMeantIsNone) {
  EXPECT_FALSE(decodeClockConversion(scale(64, 1, 0).bytes(), false));
  EXPECT_FALSE(decodeClockConversion(scale(0, 0, 0).bytes(), false));
  EXPECT_FALSE(decodeClockConversion(scale(0, 1, 0).bytes().first(23), false));
}

} // namespace clockConversionTest
} // namespace fsfind::perf
