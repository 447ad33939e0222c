// Samples composed in every layout come back field by field.

#include "c2c-ingest/perf/SampleDecoder.h"
#include "tests/support/PerfDataEvents.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <tuple>

namespace fsfind::perf {
namespace sampleDecoderTest {

EventAttr attrOf(const test::EventSpec &spec) {
  EventAttr attr;
  attr.sample_type = spec.sample_type;
  attr.read_format = spec.read_format;
  attr.branch_sample_type = spec.branch_sample_type;
  attr.sample_regs_user = spec.sample_regs_user;
  attr.sample_regs_intr = spec.sample_regs_intr;
  attr.sample_period = spec.period;
  attr.freq = (spec.flags & test::kFlagFreq) != 0;
  attr.ids = spec.ids;
  return attr;
}

test::Sample memorySample() {
  test::Sample sample;
  sample.ip = 0x401234;
  sample.pid = 7;
  sample.tid = 8;
  sample.time = 1000;
  sample.addr = 0x601040;
  sample.cpu = 3;
  sample.period = 500;
  sample.weight = 120;
  sample.data_src = 0x68100842;
  sample.phys_addr = 0x123456040;
  return sample;
}

struct Encoded {
  std::vector<std::byte> bytes;
  Record record;
};

Encoded encode(const test::EventSpec &spec, const test::Sample &sample, std::endian order) {
  test::ByteWriter writer(order);
  test::putSample(writer, spec, sample);
  Encoded encoded{writer.take(), {}};
  encoded.record.type = kRecordSample;
  encoded.record.misc = sample.misc;
  encoded.record.payload = encoded.bytes;
  return encoded;
}

bool isForeign(std::endian order) {
  return order != std::endian::native;
}

void expectMemoryFields(const std::optional<Sample> &decoded) {
  ASSERT_TRUE(decoded);
  const test::Sample expected = memorySample();
  EXPECT_EQ(decoded->ip, expected.ip);
  EXPECT_EQ(decoded->pid, expected.pid);
  EXPECT_EQ(decoded->tid, expected.tid);
  EXPECT_EQ(decoded->time, expected.time);
  EXPECT_EQ(decoded->address, expected.addr);
  EXPECT_EQ(decoded->cpu, expected.cpu);
  EXPECT_EQ(decoded->period, expected.period);
  EXPECT_EQ(decoded->weight, expected.weight);
  EXPECT_EQ(decoded->data_source, expected.data_src);
  EXPECT_EQ(decoded->physical, expected.phys_addr);
  EXPECT_EQ(decoded->mode, CpuMode::User);
}

class SampleDecoderOrder : public testing::TestWithParam<std::endian> {};
INSTANTIATE_TEST_SUITE_P(ByteOrder, SampleDecoderOrder,
                         testing::Values(std::endian::little, std::endian::big),
                         [](const auto &instance) {
                           return instance.param == std::endian::big ? "Big" : "Little";
                         });

TEST_P(SampleDecoderOrder, ReadsWhatPerfC2cRecords) {
  const test::EventSpec spec = test::memLoads();
  const Encoded encoded = encode(spec, memorySample(), GetParam());
  expectMemoryFields(SampleDecoder({attrOf(spec)}, isForeign(GetParam())).decode(encoded.record));
}

TEST_P(SampleDecoderOrder, FieldsBehindEveryVariableFieldAreFound) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type |= kSampleId | kSampleStreamId | kSampleRead | kSampleCallchain | kSampleRaw |
                      kSampleBranchStack | kSampleRegsUser | kSampleStackUser | kSampleTransaction |
                      kSampleRegsIntr | kSampleDataPageSize;
  spec.sample_regs_intr = 0b11;
  spec.read_format = kReadGroup | kReadId | kReadLost | kReadTotalTimeEnabled;
  spec.branch_sample_type = 1U << 17;
  spec.sample_regs_user = 0b1011;
  test::Sample sample = memorySample();
  sample.read = {{1, 2, 3}, {4, 5, 6}};
  sample.callchain = {0x1, 0x2, 0x3};
  sample.raw = std::string(12, 'r');
  sample.branches = {1, 2, 3, 4, 5, 6};
  sample.regs_user_abi = 2;
  sample.regs_user = {11, 12, 13};
  sample.stack_user = std::string(16, 's');
  sample.regs_intr_abi = 2;
  sample.regs_intr = {14, 15};
  const Encoded encoded = encode(spec, sample, GetParam());
  const SampleDecoder decoder({attrOf(spec)}, isForeign(GetParam()));
  expectMemoryFields(decoder.decode(encoded.record));
  UserRegisters registers;
  ASSERT_TRUE(decoder.userRegisters(encoded.record, registers));
  EXPECT_EQ(registers.mask, 0b1011U);
  EXPECT_EQ(registers.values[0], 11U);
  EXPECT_EQ(registers.values[1], 12U);
  EXPECT_EQ(registers.values[3], 13U);
}

TEST_P(SampleDecoderOrder, SamplesOfNarrowCodeAndCutOnesHaveNoRegisters) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type |= kSampleRegsUser;
  spec.sample_regs_user = 0b11;
  test::Sample sample = memorySample();
  sample.regs_user = {11, 12};
  const SampleDecoder decoder({attrOf(spec)}, isForeign(GetParam()));
  UserRegisters registers;
  for (const std::uint64_t abi :
       {std::uint64_t{0}, std::uint64_t{1}}) { // none; PERF_SAMPLE_REGS_ABI_32
    sample.regs_user_abi = abi;
    EXPECT_FALSE(decoder.userRegisters(encode(spec, sample, GetParam()).record, registers)) << abi;
  }
  sample.regs_user_abi = 2;
  Encoded whole = encode(spec, sample, GetParam());
  ASSERT_TRUE(decoder.userRegisters(whole.record, registers));
  constexpr std::size_t kFront = 8 * 8; // up to the second register
  whole.record.payload = whole.record.payload.first(kFront);
  EXPECT_FALSE(decoder.userRegisters(whole.record, registers));
}

/// Any of the fields that the reader knows, but none of variable length.
std::uint64_t anyFixedFields(std::mt19937_64 &random) {
  constexpr std::uint64_t kFixed = kSampleIdentifier | kSampleIp | kSampleTid | kSampleTime |
                                   kSampleAddr | kSampleId | kSampleStreamId | kSampleCpu |
                                   kSamplePeriod | kSampleDataSrc | kSamplePhysAddr |
                                   kSampleTransaction;
  const std::uint64_t weights[] = {0, kSampleWeight, kSampleWeightStruct};
  return (random() & kFixed) | weights[random() % std::size(weights)];
}

test::Sample anySample(std::mt19937_64 &random) {
  test::Sample sample;
  sample.misc = static_cast<std::uint16_t>(random());
  for (std::uint64_t *field : {&sample.ip, &sample.time, &sample.addr, &sample.period,
                               &sample.weight, &sample.data_src, &sample.phys_addr})
    *field = random();
  sample.pid = static_cast<std::uint32_t>(random());
  sample.tid = static_cast<std::uint32_t>(random());
  sample.cpu = static_cast<std::uint32_t>(random());
  sample.callchain.resize(random() % 4);
  sample.raw = std::string(random() % 20, 'r');
  return sample;
}

TEST_P(SampleDecoderOrder, LayoutsThatAreMeasuredGiveWhatFixedOnesGive) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 3000; ++i) {
    test::EventSpec fixed = test::memLoads(), measured = test::memStores();
    fixed.sample_type = anyFixedFields(random);
    measured.sample_type = fixed.sample_type | kSampleCallchain | kSampleRaw;
    if (random() % 2 == 0)
      fixed.flags |= test::kFlagFreq;
    measured.flags = fixed.flags;
    const test::Sample sample = anySample(random);
    const bool swap = isForeign(GetParam());
    const Encoded one = encode(fixed, sample, GetParam()),
                  other = encode(measured, sample, GetParam());
    const auto a = SampleDecoder({attrOf(fixed)}, swap).decode(one.record);
    const auto b = SampleDecoder({attrOf(measured)}, swap).decode(other.record);
    ASSERT_TRUE(a && b);
    const auto all = [](const Sample &s) {
      return std::tuple(s.ip, s.address, s.time, s.period, s.weight, s.data_source, s.physical,
                        s.pid, s.tid, s.cpu, s.mode);
    };
    ASSERT_EQ(all(*a), all(*b)) << std::hex << fixed.sample_type;
    ASSERT_EQ(a->address, (fixed.sample_type & kSampleAddr) != 0 ? sample.addr : 0);
  }
}

TEST(SampleDecoder, RegistersMayBeMissingBeforeThePhysicalAddress) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type |= kSampleTransaction | kSampleRegsIntr;
  spec.sample_regs_intr = 0b111;
  const Encoded encoded = encode(spec, memorySample(), std::endian::native);
  expectMemoryFields(SampleDecoder({attrOf(spec)}, false).decode(encoded.record));
}

TEST(SampleDecoder, WithoutPhysicalAddressesThereIsNone) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type &= ~static_cast<std::uint64_t>(kSamplePhysAddr);
  const Encoded encoded = encode(spec, memorySample(), std::endian::native);
  const auto decoded = SampleDecoder({attrOf(spec)}, false).decode(encoded.record);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->physical, 0U);
}

TEST(SampleDecoder, ATornSampleIsRefusedAtEveryLength) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type |= kSampleCallchain | kSampleRaw | kSampleRegsIntr;
  spec.sample_regs_intr = 0b111;
  test::Sample sample = memorySample();
  sample.callchain = {1, 2};
  sample.raw = "twelve bytes";
  sample.regs_intr_abi = 1;
  sample.regs_intr = {1, 2, 3};
  Encoded encoded = encode(spec, sample, std::endian::native);
  const SampleDecoder decoder({attrOf(spec)}, false);
  ASSERT_TRUE(decoder.decode(encoded.record));
  for (std::size_t size = 0; size < encoded.bytes.size(); ++size) {
    encoded.record.payload = Bytes(encoded.bytes).first(size);
    EXPECT_FALSE(decoder.decode(encoded.record)) << "with " << size << " bytes";
  }
}

TEST(SampleDecoder, ACountThatOverflowsIsRefused) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type = kSampleIp | kSampleCallchain | kSampleDataSrc;
  test::ByteWriter writer(std::endian::native);
  writer.u64(0x401000).u64(UINT64_MAX / 4).u64(0).u64(0);
  Record record;
  record.payload = writer.bytes();
  EXPECT_FALSE(SampleDecoder({attrOf(spec)}, false).decode(record));
}

TEST(SampleDecoder, TheIdTellsTheEvent) {
  test::EventSpec loads = test::memLoads(), stores = test::memStores();
  loads.sample_type &= ~static_cast<std::uint64_t>(kSamplePeriod | kSampleWeightStruct);
  loads.period = 77;
  const SampleDecoder decoder({attrOf(stores), attrOf(loads)}, false);
  const auto from_loads = decoder.decode(encode(loads, memorySample(), std::endian::native).record);
  ASSERT_TRUE(from_loads);
  EXPECT_EQ(from_loads->period, 77U) << "the event's own period, as samples have none";
  EXPECT_EQ(from_loads->weight, 0U);
  expectMemoryFields(decoder.decode(encode(stores, memorySample(), std::endian::native).record));
}

TEST(SampleDecoder, AnUnknownIdIsRefused) {
  test::Sample sample = memorySample();
  sample.id = 999;
  const SampleDecoder decoder({attrOf(test::memLoads()), attrOf(test::memStores())}, false);
  EXPECT_FALSE(decoder.decode(encode(test::memLoads(), sample, std::endian::native).record));
}

TEST(SampleDecoder, OldSamplesCarryTheIdBehindTheAddress) {
  test::EventSpec loads = test::memLoads(), stores = test::memStores();
  for (test::EventSpec *spec : {&loads, &stores}) {
    spec->sample_type &= ~static_cast<std::uint64_t>(kSampleIdentifier);
    spec->sample_type |= kSampleId;
  }
  stores.sample_type |= kSampleCallchain; // layouts may differ behind the id
  const SampleDecoder decoder({attrOf(loads), attrOf(stores)}, false);
  expectMemoryFields(decoder.decode(encode(loads, memorySample(), std::endian::native).record));
  expectMemoryFields(decoder.decode(encode(stores, memorySample(), std::endian::native).record));
}

TEST(SampleDecoder, OfAWeightStructTheLatencyCounts) {
  test::Sample sample = memorySample();
  sample.weight = std::uint64_t{7} << 48 | std::uint64_t{9} << 32 | 250;
  const SampleDecoder decoder({attrOf(test::memLoads())}, false);
  const auto decoded = decoder.decode(encode(test::memLoads(), sample, std::endian::native).record);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->weight, 250U);
}

TEST(SampleDecoder, WhatIsNotRecordedHasItsDocumentedValue) {
  test::EventSpec spec = test::memLoads();
  spec.sample_type = kSampleIp;
  spec.flags |= test::kFlagFreq;
  const SampleDecoder decoder({attrOf(spec)}, false);
  const auto decoded = decoder.decode(encode(spec, memorySample(), std::endian::native).record);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->cpu, kNoCpu);
  EXPECT_EQ(decoded->period, 1U) << "a frequency is not a period";
  EXPECT_EQ(decoded->address, 0U);
  EXPECT_EQ(decoded->data_source, 0x5080021U);
}

} // namespace sampleDecoderTest
} // namespace fsfind::perf
