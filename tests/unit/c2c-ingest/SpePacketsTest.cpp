// Packets as the Arm ARM defines them, byte by byte, and the records they make.

#include "tests/support/SpePackets.h"
#include "c2c-ingest/spe/Records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::spe {
namespace spePacketsTest {

using test::SpePackets;
using testing::Optional;

std::vector<std::byte> bytesOf(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (const unsigned value : values)
    bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

void expectPacket(std::initializer_list<unsigned> values, PacketKind kind, unsigned index,
                  std::uint64_t payload) {
  const std::vector<std::byte> bytes = bytesOf(values);
  const auto packet = readPacket(bytes, 0);
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet->kind, kind);
  EXPECT_EQ(packet->index, index);
  EXPECT_EQ(packet->payload, payload);
  EXPECT_EQ(packet->size, bytes.size());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readPacket(Bytes(bytes).first(size), 0)) << "of " << size << " bytes";
}

TEST(SpePackets, EachKindIsToldByItsHeader) {
  expectPacket({0x00}, PacketKind::Padding, 0, 0);
  expectPacket({0x01}, PacketKind::End, 0, 0);
  expectPacket({0x71, 1, 2, 3, 4, 5, 6, 7, 8}, PacketKind::Timestamp, 0, 0x0807060504030201);
  expectPacket({0x42, 0x12}, PacketKind::Events, 0, 0x12);
  expectPacket({0x52, 0x16, 0x04}, PacketKind::Events, 0, 0x0416);
  expectPacket({0x62, 0, 0, 0xa0, 0}, PacketKind::Events, 0, 0xa00000);
  expectPacket({0x72, 0, 0, 0, 0, 0, 0, 0, 0x80}, PacketKind::Events, 0, std::uint64_t{1} << 63);
  expectPacket({0x43, 0x0d}, PacketKind::DataSource, 0, 0x0d);
  expectPacket({0x53, 0x0d, 0x01}, PacketKind::DataSource, 0, 0x10d);
  expectPacket({0x65, 0x39, 0x30, 0, 0}, PacketKind::Context, 1, 12345);
  expectPacket({0x49, 0x01}, PacketKind::Operation, kLoadStore, 1);
  expectPacket({0x4a, 0x02}, PacketKind::Operation, kBranch, 2);
  expectPacket({0xb2, 8, 7, 6, 5, 4, 3, 2, 1}, PacketKind::Address, kDataAddress,
               0x0102030405060708);
  expectPacket({0x99, 0x34, 0x12}, PacketKind::Counter, kIssueLatency, 0x1234);
}

TEST(SpePackets, AnExtendedHeaderHasMoreOfTheIndex) {
  expectPacket({0x20, 0xb2, 8, 7, 6, 5, 4, 3, 2, 1}, PacketKind::Address, kDataAddress,
               0x0102030405060708);
  expectPacket({0x23, 0xb6, 1, 0, 0, 0, 0, 0, 0, 0}, PacketKind::Address, 30, 1);
  expectPacket({0x21, 0x98, 0x34, 0x12}, PacketKind::Counter, 8, 0x1234);
}

TEST(SpePackets, WhatNoHeaderBeginsIsNone) {
  for (const unsigned header : {0x02U, 0x1fU, 0x24U, 0x40U, 0x70U, 0x80U, 0xc0U, 0xffU}) {
    const std::vector<std::byte> bytes = bytesOf({header, 0xb0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    EXPECT_FALSE(readPacket(bytes, 0)) << header;
  }
  const std::vector<std::byte> extended = bytesOf({0x20, 0x52, 0, 0}); // events cannot be extended
  EXPECT_FALSE(readPacket(extended, 0));
}

TEST(SpePackets, AlignmentReachesToTheNextMultipleInTheAuxArea) {
  std::vector<std::byte> bytes(16);
  bytes[0] = std::byte{0x22}; // of 8
  for (const auto &[offset, size] : {std::pair{0x1000U, 8U}, {0x1003U, 5U}, {0x1006U, 2U}}) {
    const auto packet = readPacket(bytes, offset);
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->kind, PacketKind::Padding);
    EXPECT_EQ(packet->size, size);
  }
  EXPECT_FALSE(readPacket(Bytes(bytes).first(4), 0x1003));
}

std::vector<Record> recordsOf(Bytes bytes, std::uint64_t offset = 0) {
  RecordReader reader;
  reader.feed(bytes, offset);
  std::vector<Record> records;
  while (const auto record = reader.next())
    records.push_back(*record);
  return records;
}

TEST(SpeRecords, PacketsUpToATimestampAreOneRecord) {
  SpePackets packets;
  packets.padding(3)
      .record({.instruction = 0x400123,
               .store = true,
               .data = 0x7fff0000,
               .physical = 0x80000040,
               .timestamp = 99,
               .context = 77,
               .latency = 250,
               .source = 0xd,
               .events = kEventL1Access})
      .alignment(8)
      .load()
      .end();
  const std::vector<Record> records = recordsOf(packets.bytes());
  ASSERT_EQ(records.size(), 2U);
  EXPECT_TRUE(records[0].store);
  EXPECT_FALSE(records[0].load);
  EXPECT_EQ(records[0].instruction, 0x400123U);
  EXPECT_EQ(records[0].data, 0x7fff0000U);
  EXPECT_EQ(records[0].physical, 0x80000040U);
  EXPECT_EQ(records[0].timestamp, 99U);
  EXPECT_THAT(records[0].context, Optional(77U));
  EXPECT_EQ(records[0].latency, 250U);
  EXPECT_EQ(records[0].source, 0xdU);
  EXPECT_EQ(records[0].events, kEventL1Access);
  EXPECT_TRUE(records[1].load);
  EXPECT_EQ(records[1].data, 0U);
  EXPECT_FALSE(records[1].context);
}

TEST(SpeRecords, TheKernelsAddressesHaveTheirTopByte) {
  SpePackets packets;
  packets.record({.instruction = 0xffff800008001234, .kernel = true, .data = 0x00fff00012345678})
      .record({.instruction = 0x400000, .data = 0xab00ffffdeadbeef}); // a tagged pointer
  const std::vector<Record> records = recordsOf(packets.bytes());
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].instruction, 0xffff800008001234U);
  EXPECT_EQ(records[0].data, 0xfffff00012345678U);
  EXPECT_EQ(records[1].data, 0x0000ffffdeadbeefU);
}

TEST(SpeRecords, OnlyTheTotalLatencyAndTheAccessesAddressesCount) {
  SpePackets packets;
  packets.load()
      .address(kBranchTarget, 0x111)
      .address(kPreviousBranchTarget, 0x222)
      .address(kDataAddress, 0x333)
      .address(30, 0x444)
      .counter(kTotalLatency, 5)
      .counter(kIssueLatency, 6)
      .counter(kTranslationLatency, 7, true)
      .end();
  const std::vector<Record> records = recordsOf(packets.bytes());
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].data, 0x333U);
  EXPECT_EQ(records[0].instruction, 0U);
  EXPECT_EQ(records[0].latency, 5U);
}

TEST(SpeRecords, ARecordGoesOnInTheNextPiece) {
  SpePackets first, second;
  first.load().address(kDataAddress, 0x100);
  second.counter(kTotalLatency, 5).end();
  RecordReader reader;
  reader.feed(first.bytes(), 0);
  EXPECT_FALSE(reader.next());
  reader.feed(second.bytes(), first.bytes().size());
  const auto record = reader.next();
  ASSERT_TRUE(record);
  EXPECT_EQ(record->data, 0x100U);
  EXPECT_EQ(record->latency, 5U);
  EXPECT_FALSE(reader.next());
}

TEST(SpeRecords, AnAbandonedRecordIsForgotten) {
  SpePackets first, second;
  first.load().address(kDataAddress, 0x100);
  second.store().end();
  RecordReader reader;
  reader.feed(first.bytes(), 0);
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.abandon());
  EXPECT_FALSE(reader.abandon());
  reader.feed(second.bytes(), 0);
  const auto record = reader.next();
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->store);
  EXPECT_FALSE(record->load);
  EXPECT_EQ(record->data, 0U);
}

TEST(SpeRecords, ADamagedPlaceEndsTheRecordAndReadingGoesOn) {
  const std::vector<std::byte> garbage = bytesOf({0xff});
  SpePackets packets;
  packets.raw(garbage).load().end(); // before the first whole record nothing counts
  packets.load().address(kDataAddress, 0x100).raw(garbage).counter(kTotalLatency, 9).end();
  packets.store().address(kDataAddress, 0x200).end();
  RecordReader reader;
  reader.feed(packets.bytes(), 0);
  std::vector<Record> records;
  while (const auto record = reader.next())
    records.push_back(*record);
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[1].data, 0x100U);
  EXPECT_EQ(records[1].latency, 0U);
  EXPECT_FALSE(records[2].load);
  EXPECT_EQ(records[2].latency, 9U);
  EXPECT_EQ(records[3].data, 0x200U);
  EXPECT_EQ(reader.unreadable(), 2U);
}

TEST(SpeRecords, AnUnfinishedRecordAtTheEndIsNone) {
  SpePackets packets;
  packets.load().end().load().address(kDataAddress, 0x100);
  EXPECT_EQ(recordsOf(packets.bytes()).size(), 1U);
}

} // namespace spePacketsTest
} // namespace fsfind::spe
