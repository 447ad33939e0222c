#include "c2c-ingest/record/sim/SpinWatch.h"

#include <gtest/gtest.h>

namespace fsfind::record::sim {
namespace simSpinWatchTest {

constexpr std::uint64_t kCheck = 0x401196, kSum = 0x401153, kFlag = 0x10000;

/// One thread, which loads what it is told.
class Watched {
public:
  explicit Watched(SpinSites &sites) : sites_(sites) {}

  /// A load that gives what the one before it gave.
  bool loads(std::uint64_t ip) { return watch_.load({ip, kFlag}, false, sites_); }
  bool loadsAnother(std::uint64_t ip) { return watch_.load({ip, kFlag}, true, sites_); }
  void works() { watch_.store(sites_); }

  /// Waits until the flag is free, and goes on.
  void waits() {
    for (int i = 0; i < 5; ++i)
      loads(kCheck);
    loadsAnother(kCheck);
    works();
  }

private:
  SpinSites &sites_;
  SpinWatch watch_;
};

TEST(SimSpinWatch, ALoopThatEndsWithAnotherValueWaits) {
  SpinSites sites;
  Watched one(sites), other(sites);
  one.waits();
  for (int i = 0; i < 5; ++i)
    other.loads(kCheck);
  EXPECT_TRUE(other.loads(kCheck));
  EXPECT_TRUE(other.loadsAnother(kCheck)) << "the wait ends with it";
}

// A reader of a datum that others write: between their stores it loads the same, too.
TEST(SimSpinWatch, ALoopThatGoesOnAfterStoresAndEndsByItselfDoesNotWait) {
  SpinSites sites;
  Watched reader(sites);
  for (int round = 0; round < 10; ++round) {
    EXPECT_FALSE(reader.loadsAnother(kSum)) << round;
    for (int i = 0; i < 9; ++i)
      EXPECT_FALSE(reader.loads(kSum)) << round;
    reader.works();
  }
}

TEST(SimSpinWatch, TheMajorityOfItsLoopsDecides) {
  SpinSites sites;
  Watched one(sites);
  for (int i = 0; i < 3; ++i) { // it gives up, as an adaptive lock does
    for (int load = 0; load < 5; ++load)
      one.loads(kCheck);
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
    one.loadsAnother(kCheck);
    one.works();
  }
  EXPECT_FALSE(sites.wait(kCheck));
}

TEST(SimSpinWatch, ALoopOfSeveralLoadsWaitsAtTheOneThatGivesAnotherValue) {
  SpinSites sites;
  SpinWatch watch;
  for (int i = 0; i < 6; ++i) {
    watch.load({1, 1}, false, sites); // the flag's address, from the stack
    watch.load({2, 2}, i == 5, sites);
  }
  watch.store(sites);
  EXPECT_TRUE(sites.wait(2));
  EXPECT_FALSE(sites.wait(1));
}

} // namespace simSpinWatchTest
} // namespace fsfind::record::sim
