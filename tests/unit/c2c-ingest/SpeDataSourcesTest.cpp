// The words that perf makes of the processors' data sources (tools/perf/util/arm-spe.c).

#include "c2c-ingest/decode/CompatCounters.h"
#include "c2c-ingest/decode/SampleClass.h"
#include "c2c-ingest/spe/DataSources.h"
#include "tests/support/SpePackets.h"

#include <gtest/gtest.h>

namespace fsfind::spe {
namespace speDataSourcesTest {

using D = decode::DataSource;

D loadFrom(std::uint16_t source, SourceEncoding encoding, std::uint64_t events = 0) {
  Record record;
  record.load = true;
  record.source = source;
  record.events = events;
  return {dataSource(record, encoding)};
}

D storeWith(std::uint64_t events, SourceEncoding encoding) {
  Record record;
  record.store = true;
  record.events = events;
  return {dataSource(record, encoding)};
}

SampleClass classOf(std::uint16_t source, SourceEncoding encoding) {
  return decode::classifySample(loadFrom(source, encoding));
}

TEST(SpeDataSources, TheProcessorTellsTheEncoding) {
  EXPECT_EQ(encodingOf(test::kNeoverseN1), SourceEncoding::Common);
  EXPECT_EQ(encodingOf(test::kNeoverseV2), SourceEncoding::Common);
  EXPECT_EQ(encodingOf(test::kAmpereOneA), SourceEncoding::AmpereOne);
  EXPECT_EQ(encodingOf(test::kHip12), SourceEncoding::Hisilicon);
  EXPECT_EQ(encodingOf(test::kCortexA53), SourceEncoding::None);
  EXPECT_EQ(encodingOf(0), SourceEncoding::None);
}

TEST(SpeDataSources, NeoverseNamesTheCacheThatAnswered) {
  const auto of = [](std::uint16_t source) { return classOf(source, SourceEncoding::Common); };
  EXPECT_EQ(of(0x0), SampleClass::LoadL1);
  EXPECT_EQ(of(0x8), SampleClass::LoadL2);
  EXPECT_EQ(of(0x9), SampleClass::LoadLocalPeer);
  EXPECT_EQ(of(0xa), SampleClass::LoadLocalPeer);
  EXPECT_EQ(of(0xb), SampleClass::LoadL3);
  EXPECT_EQ(of(0xc), SampleClass::LoadLocalPeer);
  EXPECT_EQ(of(0xd), SampleClass::LoadRemotePeer);
  EXPECT_EQ(of(0xe), SampleClass::LoadLocalDram);
  EXPECT_EQ(of(0x5), SampleClass::LoadUnknown);
}

TEST(SpeDataSources, APeerOnAnotherSocketCountsAsInPerf) {
  const decode::SampleFacts facts{true, true, true};
  const C2cCounters remote = decode::countSample(loadFrom(0xd, SourceEncoding::Common), facts);
  EXPECT_EQ(remote.rmt_hit, 1U);
  EXPECT_EQ(remote.rmt_peer, 1U);
  EXPECT_EQ(remote.tot_peer, 1U);
  const C2cCounters local = decode::countSample(loadFrom(0x9, SourceEncoding::Common), facts);
  EXPECT_EQ(local.ld_l2hit, 1U);
  EXPECT_EQ(local.lcl_peer, 1U);
}

TEST(SpeDataSources, AmpereOneHasNumbersOfItsOwn) {
  const auto same = [](std::uint16_t own, std::uint16_t common) {
    EXPECT_EQ(loadFrom(own, SourceEncoding::AmpereOne).word,
              loadFrom(common, SourceEncoding::Common).word)
        << own;
  };
  same(0x0, 0x9);
  same(0x3, 0xb);
  same(0x5, 0xd);
  same(0x7, 0xe);
  same(0x8, 0x0);
  same(0x9, 0x8);
}

TEST(SpeDataSources, HisiliconTellsModifiedLinesApart) {
  const auto of = [](std::uint16_t source) { return classOf(source, SourceEncoding::Hisilicon); };
  EXPECT_EQ(of(0), SampleClass::LoadLocalPeer);
  EXPECT_EQ(of(1), SampleClass::LoadLocalHitm);
  EXPECT_EQ(of(2), SampleClass::LoadL3);
  EXPECT_EQ(of(3), SampleClass::LoadLocalHitm);
  EXPECT_EQ(of(4), SampleClass::LoadRemotePeer);
  EXPECT_EQ(of(5), SampleClass::LoadRemoteHitm);
  EXPECT_EQ(of(6), SampleClass::LoadRemotePeer);
  EXPECT_EQ(of(7), SampleClass::LoadRemoteHitm);
  EXPECT_EQ(of(8), SampleClass::LoadLocalDram);
  EXPECT_EQ(of(9), SampleClass::LoadRemoteDram);
  EXPECT_EQ(of(13), SampleClass::LoadUncached);
  EXPECT_EQ(of(16), SampleClass::LoadL2);
  EXPECT_EQ(of(17), SampleClass::LoadLocalHitm);
  EXPECT_EQ(of(18), SampleClass::LoadL1);
}

TEST(SpeDataSources, WhereTheEncodingIsUnknownEventsTellTheLevel) {
  const auto level = [](std::uint64_t events) {
    return loadFrom(0x9, SourceEncoding::None, events).level();
  };
  EXPECT_EQ(level(kEventL1Access), D::kLevelL1 | D::kLevelHit);
  EXPECT_EQ(level(kEventL1Access | kEventL1Refill), D::kLevelL1 | D::kLevelMiss);
  EXPECT_EQ(level(kEventL1Refill | kEventLastLevelAccess), D::kLevelL3 | D::kLevelHit);
  EXPECT_EQ(level(kEventLastLevelMiss | kEventL1Access), D::kLevelL3 | D::kLevelMiss);
  EXPECT_EQ(level(0), 0U);
  EXPECT_EQ(storeWith(kEventL1Access, SourceEncoding::None).level(), D::kLevelL1 | D::kLevelHit);
  EXPECT_TRUE(loadFrom(0, SourceEncoding::None, kEventRemoteAccess).remote());
  EXPECT_FALSE(loadFrom(0, SourceEncoding::None, kEventL1Access).remote());
}

TEST(SpeDataSources, StoresHaveNoSourceWhereLoadsHaveOne) {
  for (const SourceEncoding encoding :
       {SourceEncoding::Common, SourceEncoding::AmpereOne, SourceEncoding::Hisilicon}) {
    const D store = storeWith(kEventL1Access, encoding);
    EXPECT_EQ(store.op(), unsigned{D::kOpStore});
    EXPECT_EQ(store.level(), unsigned{D::kLevelNa});
    EXPECT_EQ(store.levelNumber(), unsigned{D::kNumberNa});
    EXPECT_EQ(store.snoop(), unsigned{D::kSnoopNa});
  }
}

TEST(SpeDataSources, SnoopedAndModifiedIsAHitmUnlessTheSourceTellsTheSnoop) {
  const std::uint64_t modified = kEventDataSnooped | kEventDataModified;
  EXPECT_EQ(loadFrom(0xa, SourceEncoding::Common, modified).snoop(), unsigned{D::kSnoopHitm});
  EXPECT_EQ(loadFrom(0xa, SourceEncoding::Common, kEventDataSnooped).snoop(),
            unsigned{D::kSnoopHit});
  EXPECT_EQ(loadFrom(0xa, SourceEncoding::Common, kEventDataModified).snoop(), 0U);
  EXPECT_EQ(loadFrom(0xb, SourceEncoding::Common, modified).snoop(), unsigned{D::kSnoopHit});
}

TEST(SpeDataSources, TranslationIsToldByEvents) {
  constexpr unsigned kTlbShift = 26;
  constexpr std::uint64_t kMask = 0x7f, kHit = 2, kMiss = 4, kWalker = 0x20;
  const auto tlb = [](std::uint64_t events) {
    return loadFrom(0, SourceEncoding::Common, events).word >> kTlbShift & kMask;
  };
  EXPECT_EQ(tlb(0), 0U);
  EXPECT_EQ(tlb(kEventTlbAccess), kWalker | kHit);
  EXPECT_EQ(tlb(kEventTlbAccess | kEventTlbWalk), kWalker | kMiss);
}

TEST(SpeDataSources, WhatIsNoAccessHasNone) {
  Record branch;
  branch.events = kEventL1Access;
  EXPECT_EQ(dataSource(branch, SourceEncoding::Common), 0U);
  EXPECT_EQ(dataSource(branch, SourceEncoding::None), 0U);
}

} // namespace speDataSourcesTest
} // namespace fsfind::spe
