#include "c2c-ingest/record/sim/SpinWatch.h"

#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace {

constexpr std::uint64_t kCheck = 0x401196, kSum = 0x401153, kFlag = 0x10000, kHeld = 1, kFree = 0;

/// One thread, which loads what it is told.
class Watched {
public:
  explicit Watched(SpinSites &sites) : sites_(sites) {}

  /// A load that hits the private cache.
  bool hits(std::uint64_t ip, std::uint64_t value = kHeld) { return load(ip, {}, value); }
  /// A load of what another thread has stored to.
  bool meetsStore(std::uint64_t ip, std::uint64_t value) { return load(ip, {true, true}, value); }
  /// A load whose line was taken away by stores beside it.
  bool losesLine(std::uint64_t ip) { return load(ip, {true, false}, kHeld); }
  void works() { watch_.store(sites_); }

  /// Waits until the flag is free, and goes on.
  void waits() {
    for (int i = 0; i < 5; ++i)
      hits(kCheck);
    meetsStore(kCheck, kFree);
    works();
  }

private:
  bool load(std::uint64_t ip, SpinWatch::Fetch fetch, std::uint64_t value) {
    return watch_.load({ip, kFlag}, fetch, sites_, [&] { return std::optional(value); });
  }

  SpinSites &sites_;
  SpinWatch watch_;
};

TEST(SimSpinWatch, ALoopThatEndsAtTheStoreOfAnotherThreadWaits) {
  SpinSites sites;
  Watched one(sites), other(sites);
  one.waits();
  for (int i = 0; i < 5; ++i)
    other.hits(kCheck);
  EXPECT_TRUE(other.losesLine(kCheck)) << "stores beside the flag take the line from who waits";
  EXPECT_TRUE(other.meetsStore(kCheck, kFree)) << "the wait ends with it";
}

TEST(SimSpinWatch, ItsFirstLoadWaitsIfItSeesWhatTheLoopWaitsWith) {
  SpinSites sites;
  Watched one(sites), other(sites), third(sites);
  one.waits();
  EXPECT_TRUE(other.meetsStore(kCheck, kHeld));
  EXPECT_FALSE(third.meetsStore(kCheck, kFree)) << "it finds the flag free, and goes on";
}

// A reader of a datum that others write: between their stores it loads the same, too.
TEST(SimSpinWatch, ALoopThatGoesOnAfterStoresAndEndsByItselfDoesNotWait) {
  SpinSites sites;
  Watched reader(sites);
  for (int round = 0; round < 10; ++round) {
    EXPECT_FALSE(reader.meetsStore(kSum, kFree)) << round;
    for (int i = 0; i < 9; ++i)
      EXPECT_FALSE(reader.hits(kSum)) << round;
    reader.works();
  }
}

TEST(SimSpinWatch, TheMajorityOfItsLoopsDecides) {
  SpinSites sites;
  Watched one(sites);
  for (int i = 0; i < 3; ++i) { // it gives up, as an adaptive lock does
    for (int load = 0; load < 5; ++load)
      one.hits(kCheck);
    one.works();
  }
  for (int i = 0; i < 3; ++i)
    one.waits();
  EXPECT_FALSE(sites.wait(kCheck));
  one.waits();
  EXPECT_TRUE(sites.wait(kCheck));
}

TEST(SimSpinWatch, LoadsBetweenOtherAccessesAreNoLoop) {
  SpinSites sites;
  Watched one(sites);
  for (int i = 0; i < 10; ++i) {
    one.meetsStore(kCheck, kFree);
    one.works();
  }
  EXPECT_FALSE(sites.wait(kCheck));
}

TEST(SimSpinWatch, ALoopOfSeveralLoadsWaitsAtTheOneThatMeetsTheStore) {
  SpinSites sites;
  SpinWatch watch;
  const auto held = [] { return std::optional(kHeld); };
  const auto loads = [&](std::uint64_t ip, SpinWatch::Fetch fetch) {
    return watch.load({ip, ip}, fetch, sites, held);
  };
  for (int i = 0; i < 5; ++i) {
    loads(1, {}); // the flag's address, from the stack
    loads(2, {});
  }
  loads(1, {});
  loads(2, {true, true});
  watch.store(sites);
  EXPECT_TRUE(sites.wait(2));
  EXPECT_FALSE(sites.wait(1));
}

TEST(SimSpinWatch, OfThreadsThatRunFreelyOnlyKnownLoopsCount) {
  constexpr SpinWatch::Fetch kTaken = {true, true};
  SpinSites sites;
  SpinWatch watch;
  for (int i = 0; i < 10; ++i) // what lies between was left out
    watch.loadFreely({kSum, kFlag}, kTaken, sites, false);
  watch.store(sites);
  EXPECT_FALSE(sites.wait(kSum));
  for (int i = 0; i < 10; ++i)
    watch.loadFreely({kCheck, kFlag}, i == 7 ? kTaken : SpinWatch::Fetch(), sites, true);
  watch.loadFreely({kCheck, kFlag}, {}, sites, false); // the rest of the loop, as it was logged
  watch.store(sites);
  EXPECT_TRUE(sites.wait(kCheck)) << "taken to go on for a while after the store";
}

} // namespace
} // namespace fsfind::record::sim
