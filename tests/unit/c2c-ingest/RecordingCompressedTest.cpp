#include "tests/support/LayoutNames.h"
#include "tests/support/PerfDataBuilder.h"
#include "tests/support/ReadBack.h"

#include <gmock/gmock.h>
#include <zstd.h>

namespace fsfind::test {
namespace recordingCompressedTest {

using namespace perf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

void begin(PerfDataBuilder &data) {
  data.addEvent(memLoads());
  data.comm({7, 7, "plain", false}, {.time = 1});
}

void addSamples(PerfDataBuilder &data, unsigned samples) {
  for (unsigned number = 0; number < samples; ++number) {
    data.sample({.ip = number, .time = number, .addr = number * 977});
    if (number % 100 == 50)
      data.finishedRound();
    if (number == samples / 2)
      data.comm({7, 8, "inside", false}, {.time = 2});
  }
}

struct Variant {
  Compression kind;
  std::size_t chunk;
  PerfDataMode mode;
  std::endian order;
};

class CompressedRecording : public testing::TestWithParam<Variant> {};

TEST_P(CompressedRecording, GivesWhatThePlainOneGives) {
  const auto &[kind, chunk, mode, order] = GetParam();
  constexpr unsigned kCount = 1000;
  PerfDataBuilder plain({.mode = mode, .order = order}), packed({.mode = mode, .order = order});
  begin(plain);
  addSamples(plain, kCount);
  begin(packed);
  packed.compress(kind, chunk);
  addSamples(packed, kCount);
  const auto plain_bytes = plain.bytes(), packed_bytes = packed.bytes();
  const auto expected = openBytes(plain_bytes), recording = openBytes(packed_bytes);
  ASSERT_TRUE(expected);
  ASSERT_TRUE(recording) << recording.error().message();

  EXPECT_THAT((*recording)->notes(), IsEmpty());
  EXPECT_EQ(samplesOf(**recording), samplesOf(**expected));
  EXPECT_EQ(samplesOf(**recording, 1), samplesOf(**expected));
  EXPECT_EQ(countOf(**recording, kRecordSample), kCount);
  EXPECT_EQ(countOf(**recording, kRecordFinishedRound), countOf(**expected, kRecordFinishedRound));
  const auto comms = sideEventsOf<CommEvent>(**recording);
  ASSERT_THAT(comms, SizeIs(2));
  EXPECT_EQ(comms[0].second.comm, "plain");
  EXPECT_EQ(comms[1].second.comm, "inside");
}

// A sample has 88 bytes: chunks of 61 split each, chunks of 5000 split some, 8800 splits none.
std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const Compression kind : {Compression::Compressed, Compression::Compressed2})
    for (const std::size_t chunk : {61U, 5000U, 8800U})
      for (const PerfDataMode mode : {PerfDataMode::File, PerfDataMode::Pipe})
        for (const std::endian order : {std::endian::little, std::endian::big})
          all.push_back({kind, chunk, mode, order});
  return all;
}

INSTANTIATE_TEST_SUITE_P(KindChunkModeOrder, CompressedRecording, testing::ValuesIn(variants()),
                         [](const auto &parameter) {
                           const Variant &v = parameter.param;
                           return test::nameOf(v.kind) + "Chunk" + std::to_string(v.chunk) +
                                  test::nameOf(v.mode) + test::nameOf(v.order);
                         });

TEST(CompressedRecordingOrder, PositionsAgreeWithTheSideEvents) {
  PerfDataBuilder data;
  EventSpec event = memLoads();
  event.flags &= ~kFlagSampleIdAll; // so that positions order
  data.addEvent(event);
  data.compress(Compression::Compressed, 61);
  for (unsigned number = 0; number < 50; ++number)
    data.sample({.addr = number}).comm({number, number, "c", false});
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  std::vector<std::uint64_t> samples;
  ASSERT_TRUE((*recording)->forEachBatch(1, [&](unsigned, const RecordBatch &batch) {
    forEachRecord(batch, false, [&](const Record &record) {
      if (record.type == kRecordSample)
        samples.push_back(record.position);
    });
  }));
  const auto comms = sideEventsOf<CommEvent>(**recording);
  ASSERT_THAT(samples, SizeIs(50));
  ASSERT_THAT(comms, SizeIs(50));
  for (std::size_t index = 0; index < 50; ++index) {
    EXPECT_LT(samples[index], comms[index].first);
    if (index != 0) {
      EXPECT_GT(samples[index], comms[index - 1].first);
    }
  }
}

TEST(CompressedRecordingTear, GivesTheSamplesBeforeItAndOneNote) {
  PerfDataBuilder data;
  begin(data);
  data.compress(Compression::Compressed, 500);
  addSamples(data, 40);
  const auto bytes = data.bytes();
  std::size_t last = 0;
  for (std::size_t size = data.dataOffset() + 64; size < bytes.size(); ++size) {
    const auto recording = openBytes(Bytes(bytes).first(size));
    ASSERT_TRUE(recording);
    const std::size_t samples = samplesOf(**recording).size();
    EXPECT_GE(samples, last) << "cut at " << size;
    EXPECT_THAT((*recording)->notes(), SizeIs(1)) << "cut at " << size;
    last = samples;
  }
  EXPECT_EQ(last, 40U);
}

/// A recording of one sample and one COMPRESSED record with this payload.
auto withCompressedPayload(Bytes payload) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  data.sample({}).record(kRecordCompressed, 0, payload).sample({});
  return data.bytes();
}

TEST(CompressedRecordingTear, StopsWhereTheDataIsNotZstd) {
  const std::vector<std::byte> garbage(100, std::byte{0x5a});
  const auto bytes = withCompressedPayload(garbage);
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(1));
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_THAT((*recording)->notes()[0].text, HasSubstr("cannot be decompressed"));
}

std::vector<std::byte> zstdOf(Bytes bytes) {
  std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
  return packed;
}

/// 256 MB of records in less than 65 KB.
std::vector<std::byte> packedBomb() {
  ByteWriter record;
  record.u32(kRecordThrottle).u16(0).u16(32).u64(0).u64(0).u64(0);
  std::vector<std::byte> bomb;
  while (bomb.size() < (256U << 20))
    bomb.insert(bomb.end(), record.bytes().begin(), record.bytes().end());
  return zstdOf(bomb);
}

TEST(CompressedRecordingTear, RefusesADecompressionBombInManyRecords) {
  const auto packed = packedBomb();
  PerfDataBuilder data;
  data.addEvent(memLoads());
  constexpr std::size_t kPiece = 24;
  for (std::size_t at = 0; at < packed.size(); at += kPiece)
    data.record(kRecordCompressed, 0,
                Bytes(packed).subspan(at, std::min(kPiece, packed.size() - at)));
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_LT(countOf(**recording, kRecordThrottle) * 32, 128U << 20);
}

TEST(CompressedRecordingWorkers, GiveUpTogetherWhereOneFails) {
  PerfDataBuilder data;
  begin(data);
  data.compress(Compression::Compressed, 5000);
  addSamples(data, 100'000);
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  const auto fail = [](unsigned, const RecordBatch &) { throw std::bad_alloc(); };
  EXPECT_THROW((void)(*recording)->forEachBatch(3, fail), std::bad_alloc);
}

TEST(CompressedRecordingTear, RefusesADecompressionBomb) {
  const auto packed = packedBomb();
  ASSERT_LT(packed.size(), 65'000U);
  const auto bytes = withCompressedPayload(packed);
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  ASSERT_THAT((*recording)->notes(), SizeIs(1));
  EXPECT_LT(countOf(**recording, kRecordThrottle) * 32, 128U << 20);
}

TEST(CompressedRecordingTear, StopsWhereDecompressedRecordsAreDamaged) {
  const std::vector<std::byte> zeros(4096);
  const auto bytes = withCompressedPayload(zstdOf(zeros));
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(1));
  EXPECT_THAT((*recording)->notes(), SizeIs(1));
}

TEST(CompressedRecordingTear, Compressed2WithALengthBehindItsEndIsDamaged) {
  PerfDataBuilder data;
  data.addEvent(memLoads());
  ByteWriter payload;
  payload.u64(UINT64_MAX).u64(0);
  data.sample({}).record(kRecordCompressed2, 0, payload.bytes());
  const auto bytes = data.bytes();
  const auto recording = openBytes(bytes);
  ASSERT_TRUE(recording);
  EXPECT_THAT(samplesOf(**recording), SizeIs(1));
  EXPECT_THAT((*recording)->notes(), SizeIs(1));
}

} // namespace recordingCompressedTest
} // namespace fsfind::test
