#include "rules/model/StoreEvidence.h"
#include "tests/support/ProfileBuilder.h"

#include <gtest/gtest.h>
#include <random>

namespace fsfind {
namespace contentionTest {

using test::ProfileBuilder;

bool evidence(ProfileBuilder &builder) {
  return hasStoreEvidence(builder.lastLine());
}

TEST(Contention, StoresOfTwoThreadsToDifferentBytes) {
  ProfileBuilder builder;
  EXPECT_TRUE(evidence(builder.line(0x1000).storeAt(1, 0, 4).storeAt(2, 8, 4)));
  EXPECT_FALSE(evidence(builder.line(0x1000).storeAt(1, 0, 4).storeAt(2, 0, 4)))
      << "the same bytes, and nobody reads";
  EXPECT_FALSE(evidence(builder.line(0x1000).storeAt(1, 0, 400).storeAt(1, 8, 400)));
}

TEST(Contention, InitialisationIsNotContention) {
  ProfileBuilder builder;
  builder.line(0x1000).storeAt(1, 0, 1).storeAt(1, 8, 1);
  EXPECT_FALSE(evidence(builder.storeAt(2, 0, 5000).loadAt(2, 8, 5000)));
}

TEST(Contention, StoresHereAndLoadsThere) {
  ProfileBuilder builder;
  EXPECT_TRUE(evidence(builder.line(0x1000).storeAt(1, 0, 8).loadAt(2, 0, 8)));
  EXPECT_FALSE(evidence(builder.line(0x1000).storeAt(1, 0, 7).loadAt(2, 0, 800)));
  EXPECT_FALSE(evidence(builder.line(0x1000).storeAt(1, 0, 800).loadAt(1, 0, 800).loadAt(2, 0, 7)));
}

TEST(Contention, ALineWithoutDetailHasNone) {
  EXPECT_FALSE(hasStoreEvidence(Line{}));
}

/// The streaming form must keep every line the exact one accepts, in any order and split.
TEST(Contention, StreamingFormMissesNothing) {
  std::mt19937 random(11);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    ProfileBuilder builder;
    builder.line(0x1000);
    const std::uint32_t threads = 1 + static_cast<std::uint32_t>(random() % 4);
    const std::uint32_t samples = static_cast<std::uint32_t>(random() % 60);
    StoreEvidence parts[2];
    for (std::uint32_t i = 0; i < samples; ++i) {
      const auto tid = static_cast<std::uint32_t>(random() % threads);
      const auto offset = static_cast<std::uint32_t>(random() % 3 * 8);
      const bool store = random() % 3 != 0;
      store ? builder.storeAt(tid, offset, 1) : builder.loadAt(tid, offset, 1);
      parts[random() % 2].add(tid, offset, store ? AccessKind::Store : AccessKind::Load);
    }
    parts[0].merge(parts[1]);
    if (evidence(builder)) {
      ++accepted;
      EXPECT_TRUE(parts[0].possible());
    }
    EXPECT_FALSE(threads == 1 && parts[0].possible());
  }
  EXPECT_GT(accepted, 500);
}

TEST(Contention, StreamingFormIgnoresInitialisation) {
  StoreEvidence state;
  state.add(1, 0, AccessKind::Store);
  for (int i = 0; i < 100000; ++i)
    state.add(2, 8, i % 2 == 0 ? AccessKind::Store : AccessKind::Load);
  EXPECT_FALSE(state.possible());
  for (int i = 0; i < 10; ++i)
    state.add(3, 16, AccessKind::Store);
  EXPECT_TRUE(state.possible());
}

TEST(Contention, StreamingFormIsSmall) {
  EXPECT_LE(sizeof(StoreEvidence), 24U);
}

} // namespace contentionTest
} // namespace fsfind
