// perf's decision table (c2c_decode_stats), row by row, and the one-class-per-sample ranking view.
// Words are composed as the kernel composes them for each vendor.

#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/decode/SampleClass.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fsfind::decode {
namespace compatCountersTest {

using D = DataSource;

struct Parts {
  unsigned op = D::kOpLoad, level = 0, snoop = D::kSnoopNone, lock = 0;
  unsigned number = D::kNumberUnset;
  bool remote = false;
  unsigned snoopx = 0, blocked = 0, hops = 0;
};

DataSource word(Parts p) {
  const auto at = [](unsigned value, unsigned shift) {
    return static_cast<std::uint64_t>(value) << shift;
  };
  return {at(p.op, 0) | at(p.level, 5) | at(p.snoop, 19) | at(p.lock, 24) | at(p.number, 33) |
          at(p.remote, 37) | at(p.snoopx, 38) | at(p.blocked, 40) | at(p.hops, 43)};
}

constexpr SampleFacts kMapped{true, true, true};

/// The counters that are not zero, nr_entries and load/store apart.
std::map<std::string, std::uint64_t> counted(DataSource source, SampleFacts facts = kMapped) {
  std::map<std::string, std::uint64_t> result;
  const C2cCounters counters = countSample(source, facts);
  for (const auto &field : kC2cCounterFields)
    if (counters.*field.member != 0)
      result[std::string(field.name)] = counters.*field.member;
  EXPECT_EQ(result["nr_entries"], 1U);
  result.erase("nr_entries");
  return result;
}

using Counts = std::map<std::string, std::uint64_t>;

struct Encoding {
  const char *name;
  Parts parts;
  Counts counters;
  SampleClass sample_class;
};

class VendorEncoding : public testing::TestWithParam<Encoding> {};

TEST_P(VendorEncoding, CountsAsPerfDoesAndHasOneClass) {
  const Encoding &encoding = GetParam();
  EXPECT_EQ(counted(word(encoding.parts)), encoding.counters);
  EXPECT_EQ(classifySample(word(encoding.parts)), encoding.sample_class);
}

INSTANTIATE_TEST_SUITE_P(
    Kernel, VendorEncoding,
    testing::Values(
        Encoding{"IntelHaswellLocalHitm",
                 {.level = D::kLevelHit | D::kLevelL3, .snoop = D::kSnoopHitm},
                 {{"load", 1}, {"lcl_hitm", 1}, {"tot_hitm", 1}},
                 SampleClass::LoadLocalHitm},
        Encoding{
            "IntelHaswellRemoteHitm",
            {.level = D::kLevelHit | D::kLevelRemoteCache1, .snoop = D::kSnoopHitm, .remote = true},
            {{"load", 1}, {"rmt_hitm", 1}, {"tot_hitm", 1}, {"rmt_dram", 1}, {"ld_excl", 1}},
            SampleClass::LoadRemoteHitm},
        Encoding{"IntelSkylakeRemoteHitm",
                 {.level = D::kLevelHit,
                  .snoop = D::kSnoopHitm,
                  .number = D::kNumberAnyCache,
                  .remote = true},
                 {{"load", 1}, {"rmt_hitm", 1}, {"tot_hitm", 1}, {"rmt_dram", 1}, {"ld_excl", 1}},
                 SampleClass::LoadRemoteHitm},
        Encoding{"IntelSkylakeRemoteForward",
                 {.level = D::kLevelHit,
                  .number = D::kNumberAnyCache,
                  .remote = true,
                  .snoopx = D::kSnoopForward},
                 {{"load", 1}, {"rmt_dram", 1}, {"ld_excl", 1}},
                 SampleClass::LoadRemoteCache},
        Encoding{"IntelSkylakeRemoteDram",
                 {.level = D::kLevelHit, .number = D::kNumberRam, .remote = true},
                 {{"load", 1}, {"rmt_dram", 1}, {"ld_excl", 1}},
                 SampleClass::LoadRemoteDram},
        Encoding{
            "IntelRemoteDramShared",
            {.level = D::kLevelHit | D::kLevelRemoteRam1, .snoop = D::kSnoopHit, .remote = true},
            {{"load", 1}, {"rmt_dram", 1}, {"ld_shared", 1}, {"rmt_hit", 1}},
            SampleClass::LoadRemoteDram},
        Encoding{"IntelPersistentMemory",
                 {.level = D::kLevelHit, .number = D::kNumberPersistent},
                 {{"load", 1}},
                 SampleClass::LoadOtherMemory},
        Encoding{"IntelLionCoveMissHitm",
                 {.level = D::kLevelMiss | D::kLevelL3, .snoop = D::kSnoopHitm},
                 {{"load", 1}, {"ld_miss", 1}},
                 SampleClass::LoadLocalHitm},
        Encoding{"IntelUnknownSource",
                 {.level = D::kLevelMiss | D::kLevelL3, .snoop = D::kSnoopNa},
                 {{"load", 1}, {"ld_miss", 1}},
                 SampleClass::LoadUnknown},
        Encoding{"IntelStoreL1Hit",
                 {.op = D::kOpStore, .level = D::kLevelHit | D::kLevelL1, .snoop = D::kSnoopNa},
                 {{"store", 1}, {"st_l1hit", 1}},
                 SampleClass::StoreL1Hit},
        Encoding{"IntelStoreL1Miss",
                 {.op = D::kOpStore, .level = D::kLevelMiss | D::kLevelL1, .snoop = D::kSnoopNa},
                 {{"store", 1}, {"st_l1miss", 1}},
                 SampleClass::StoreL1Miss},
        Encoding{
            "AmdZen4LocalHitm",
            {.level = D::kLevelHit | D::kLevelL3, .snoop = D::kSnoopHitm, .number = D::kNumberL3},
            {{"load", 1}, {"lcl_hitm", 1}, {"tot_hitm", 1}},
            SampleClass::LoadLocalHitm},
        Encoding{"AmdZen4NearCcxHitm",
                 {.level = D::kLevelHit | D::kLevelRemoteCache1,
                  .snoop = D::kSnoopHitm,
                  .number = D::kNumberAnyCache,
                  .remote = true,
                  .hops = 1},
                 {{"load", 1}, {"rmt_hitm", 1}, {"tot_hitm", 1}},
                 SampleClass::LoadRemoteHitm},
        Encoding{
            "AmdZen2LocalCacheHitmCountsTwice",
            {.level = D::kLevelHit | D::kLevelL3 | D::kLevelRemoteCache1, .snoop = D::kSnoopHitm},
            {{"load", 1}, {"lcl_hitm", 1}, {"rmt_hitm", 1}, {"tot_hitm", 2}},
            SampleClass::LoadLocalHitm},
        Encoding{"AmdMabHit",
                 {.level = D::kLevelHit | D::kLevelFillBuffer},
                 {{"load", 1}, {"ld_fbhit", 1}},
                 SampleClass::LoadFillBuffer},
        Encoding{"ArmPeerCore",
                 {.level = D::kLevelHit | D::kLevelL2, .snoopx = D::kSnoopPeer},
                 {{"load", 1}, {"ld_l2hit", 1}, {"lcl_peer", 1}, {"tot_peer", 1}},
                 SampleClass::LoadLocalPeer},
        Encoding{"ArmPeerCluster",
                 {.level = D::kLevelHit | D::kLevelL3, .snoopx = D::kSnoopPeer},
                 {{"load", 1}, {"ld_llchit", 1}, {"lcl_peer", 1}, {"tot_peer", 1}},
                 SampleClass::LoadLocalPeer},
        Encoding{"ArmRemoteSocket",
                 {.level = D::kLevelNa,
                  .number = D::kNumberAnyCache,
                  .remote = true,
                  .snoopx = D::kSnoopPeer},
                 {{"load", 1}, {"rmt_hit", 1}, {"rmt_peer", 1}, {"tot_peer", 1}},
                 SampleClass::LoadRemotePeer},
        Encoding{"ArmStore",
                 {.op = D::kOpStore, .level = D::kLevelNa, .snoop = D::kSnoopNa},
                 {{"store", 1}, {"st_na", 1}},
                 SampleClass::StoreUnknown},
        Encoding{"PowerL21Hitm",
                 {.level = D::kLevelHit | D::kLevelL2,
                  .snoop = D::kSnoopHitm,
                  .number = D::kNumberL2,
                  .remote = true, // of the core, not of the chip
                  .hops = D::kHopsNode},
                 {{"load", 1}, {"ld_l2hit", 1}},
                 SampleClass::LoadLocalHitm},
        Encoding{"UncachedAndIo",
                 {.level = D::kLevelHit | D::kLevelUncached | D::kLevelIo},
                 {{"load", 1}, {"ld_uncache", 1}, {"ld_io", 1}},
                 SampleClass::LoadUncached},
        Encoding{"Prefetch",
                 {.op = D::kOpPrefetch, .level = D::kLevelHit | D::kLevelL1},
                 {{"noparse", 1}},
                 SampleClass::OtherOperation}),
    [](const auto &instance) { return std::string(instance.param.name); });

TEST(CompatCounters, LockedAndBlockedAreCountedWhateverTheOperation) {
  EXPECT_EQ(counted(word({.op = D::kOpNa,
                          .lock = D::kLockLocked,
                          .blocked = D::kBlockedData | D::kBlockedAddress})),
            (Counts{{"locks", 1}, {"blk_data", 1}, {"blk_addr", 1}, {"noparse", 1}}));
}

TEST(CompatCounters, WithoutAddressNothingElseIsCounted) {
  const DataSource load = word({.level = D::kLevelHit | D::kLevelL3, .snoop = D::kSnoopHitm});
  EXPECT_EQ(counted(load, {false, false, false}), (Counts{{"load", 1}, {"ld_noadrs", 1}}));
  const DataSource store = word({.op = D::kOpStore, .level = D::kLevelHit | D::kLevelL1});
  EXPECT_EQ(counted(store, {false, true, true}), (Counts{{"store", 1}, {"st_noadrs", 1}}));
}

TEST(CompatCounters, EitherSideUnmappedIsNomapOnceAndTheRestStillCounts) {
  const DataSource load = word({.level = D::kLevelHit | D::kLevelL1});
  const Counts expected{{"load", 1}, {"ld_l1hit", 1}, {"nomap", 1}};
  EXPECT_EQ(counted(load, {true, false, true}), expected);
  EXPECT_EQ(counted(load, {true, true, false}), expected);
  EXPECT_EQ(counted(load, {true, false, false}), expected);
}

TEST(CompatCounters, AWordWithLoadAndStoreIsALoad) {
  EXPECT_EQ(counted(word({.op = D::kOpLoad | D::kOpStore, .level = D::kLevelHit | D::kLevelL1})),
            (Counts{{"load", 1}, {"ld_l1hit", 1}}));
}

} // namespace compatCountersTest
} // namespace fsfind::decode
