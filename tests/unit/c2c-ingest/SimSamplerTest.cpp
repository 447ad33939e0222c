#include "c2c-ingest/record/sim/DataSource.h"
#include "c2c-ingest/record/sim/GuestCalls.h"
#include "c2c-ingest/record/sim/Sampler.h"

#include <gtest/gtest.h>
#include <set>

namespace fsfind::record::sim {
namespace simSamplerTest {

TEST(SimSampler, TakesOneLoadInAPeriodOfThoseThatAreSlow) {
  Sampler sampler({.seed = 0, .ldlat = 30, .load_period = 5});
  int taken = 0;
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(sampler.takesLoad(29));
    taken += sampler.takesLoad(30);
  }
  EXPECT_EQ(taken, 20);
}

TEST(SimSampler, StoresNeedNotBeSlow) {
  Sampler sampler({.seed = 0, .store_period = 50});
  int taken = 0;
  for (int i = 0; i < 1000; ++i)
    taken += sampler.takesStore();
  EXPECT_EQ(taken, 20);
}

TEST(SimSampler, ASeedVariesThePeriodButNotItsMean) {
  Countdown countdown(100, 7);
  std::set<int> gaps;
  int gap = 0, rounds = 0;
  for (int i = 0; i < 100'000; ++i, ++gap)
    if (countdown.count()) {
      gaps.insert(gap);
      gap = 0;
      ++rounds;
    }
  EXPECT_NEAR(rounds, 1000, 20);
  EXPECT_GT(gaps.size(), 20U);
  EXPECT_GE(*gaps.begin(), 74);
  EXPECT_LE(*gaps.rbegin(), 126);
}

TEST(SimSampler, EqualSeedsTakeEqualSamples) {
  Sampler one({.seed = 9}), other({.seed = 9});
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(one.takesLoad(100), other.takesLoad(100));
    EXPECT_EQ(one.takesStore(), other.takesStore());
  }
}

TEST(SimSampler, KeepsOneOfEachGroupWherePeriodsAreDoubled) {
  Sampler sampler({});
  for (int group = 0; group < 100; ++group) {
    int kept = 0;
    for (int i = 0; i < 8; ++i)
      kept += sampler.keepsStore(3);
    EXPECT_EQ(kept, 1);
    EXPECT_TRUE(sampler.keepsLoad(0));
  }
}

TEST(SimSampler, WhichOneItKeepsDoesNotKeepStepWithThem) {
  Sampler sampler({});
  int even = 0;
  for (int i = 0; i < 10'000; ++i)
    even += static_cast<int>(sampler.keepsLoad(1) && i % 2 == 0);
  EXPECT_NEAR(even, 2500, 200);
}

TEST(SimDataSource, IsAsKernelsFillItOnIntelServers) {
  // op | level | snoop | lock | TLB | level number | remote | forward | block, from the kernel's
  // perf_mem_data_src.
  EXPECT_EQ(dataSourceOfLoad(Outcome::LocalHitm, false),
            2U | 0x42ULL << 5 | 0x10ULL << 19 | 1ULL << 24 | 1ULL << 26 | 3ULL << 33 | 1ULL << 40);
  EXPECT_EQ(dataSourceOfLoad(Outcome::RemoteHitm, true), 2U | 2ULL << 5 | 0x10ULL << 19 |
                                                             2ULL << 24 | 1ULL << 26 | 11ULL << 33 |
                                                             1ULL << 37 | 1ULL << 40);
  EXPECT_EQ(dataSourceOfLoad(Outcome::LocalDram, false),
            2U | 0x82ULL << 5 | 2ULL << 19 | 1ULL << 24 | 1ULL << 26 | 13ULL << 33 | 1ULL << 40);
  EXPECT_EQ(dataSourceOfStore(Outcome::PrivateHit),
            4U | 0xaULL << 5 | 1ULL << 19 | 1ULL << 24 | 1ULL << 26 | 15ULL << 33 | 1ULL << 40);
  EXPECT_EQ(dataSourceOfStore(Outcome::Upgrade), dataSourceOfStore(Outcome::RemoteDram));
}

TEST(SimGuestCalls, KnowWhichCallsLetOthersRun) {
  const GuestCallTable x86 = guestCallsOf("x86_64"), arm = guestCallsOf("aarch64");
  EXPECT_EQ(x86(35), GuestCall::Blocks);  // nanosleep
  EXPECT_EQ(arm(101), GuestCall::Blocks); // nanosleep
  EXPECT_EQ(x86(1), GuestCall::Other);    // write
  EXPECT_EQ(x86(9), GuestCall::Map);
  EXPECT_EQ(arm(222), GuestCall::Map);
  EXPECT_EQ(guestCallsOf("sparc"), nullptr);
}

TEST(SimOptions, RefuseWhatCannotBeSimulated) {
  Options options{.out = "/tmp/out"};
  EXPECT_EQ(problemWith(options), "");
  EXPECT_TRUE(setOption(options, "cpus=4"));
  EXPECT_EQ(options.cpus, 4U);
  EXPECT_FALSE(setOption(options, "cpus=four"));
  EXPECT_FALSE(setOption(options, "cpu=4"));
  for (const char *argument : {"cpus=0", "nodes=5", "line=65", "quantum=0", "out=here", "ways=0"}) {
    Options bad = options;
    EXPECT_TRUE(setOption(bad, argument));
    EXPECT_NE(problemWith(bad), "") << argument;
  }
}

TEST(SimOptions, LatenciesAreOneNumberForEachOutcome) {
  Options options{.out = "/tmp/out"};
  EXPECT_TRUE(setOption(options, "latencies=4:50:40:90:110:200:250:290"));
  EXPECT_EQ(options.latencies.of(Outcome::PrivateHit), 4U);
  EXPECT_EQ(options.latencies.of(Outcome::RemoteDram), 290U);
  EXPECT_EQ(problemWith(options), "");
  for (const char *argument :
       {"latencies=", "latencies=4:50:40:90:110:200:250", "latencies=4:50:40:90:110:200:250:290:1",
        "latencies=4:50::90:1:2:3:4"})
    EXPECT_FALSE(setOption(options, argument)) << argument;
  EXPECT_TRUE(setOption(options, "latencies=4:50:40:90:110:200:250:0"));
  EXPECT_NE(problemWith(options), "");
}

} // namespace simSamplerTest
} // namespace fsfind::record::sim
