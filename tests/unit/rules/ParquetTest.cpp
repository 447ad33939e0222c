// The parts of Parquet's format: values come back as they were, and the bytes are those of the
// specification's own examples.
#include "rules/parquet/FileReader.h"
#include "rules/parquet/FileWriter.h"
#include "rules/parquet/Hybrid.h"
#include "rules/parquet/Thrift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace fsfind::parquet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string bytes(std::initializer_list<int> values) {
  return {values.begin(), values.end()};
}

TEST(ParquetHybrid, PacksBitsAsTheSpecificationShows) {
  // Encodings.md: the numbers 0 to 7 with three bits each.
  std::string out;
  const std::vector<std::uint32_t> values = {0, 1, 2, 3, 4, 5, 6, 7};
  appendHybrid(out, values, 3);
  EXPECT_EQ(out, bytes({0x03, 0b10001000, 0b11000110, 0b11111010}));
}

TEST(ParquetHybrid, TakesRunsApart) {
  std::string out;
  std::vector<std::uint32_t> values = {5, 4, 5};
  values.insert(values.end(), 100, 9); // the first five fill the group of those before
  appendHybrid(out, values, bitWidth(9));
  std::vector<std::uint32_t> back;
  ASSERT_TRUE(readHybrid(out, bitWidth(9), values.size(), back));
  EXPECT_EQ(back, values);
  EXPECT_LE(out.size(), 10U);
}

TEST(ParquetHybrid, GivesBackWhatItTook) {
  std::mt19937 random(1);
  for (unsigned width : {1U, 2U, 3U, 7U, 8U, 9U, 17U, 24U, 31U, 32U})
    for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 63U, 300U}) {
      std::vector<std::uint32_t> values;
      const std::uint32_t mask = width == 32 ? UINT32_MAX : (1U << width) - 1;
      while (values.size() < size)
        values.insert(values.end(), random() % 3 == 0 ? 20 : 1,
                      static_cast<std::uint32_t>(random()) & mask);
      values.resize(size);
      std::string out;
      appendHybrid(out, values, width);
      std::vector<std::uint32_t> back;
      ASSERT_TRUE(readHybrid(out, width, size, back)) << width << ' ' << size;
      ASSERT_EQ(back, values) << width << ' ' << size;
    }
}

TEST(ParquetHybrid, RefusesTooFewAndTooMany) {
  std::vector<std::uint32_t> back;
  EXPECT_FALSE(readHybrid("", 3, 1, back));
  EXPECT_FALSE(readHybrid(bytes({0x10, 1}), 3, 4, back)); // a run of eight
  EXPECT_FALSE(readHybrid(bytes({0x00, 1}), 3, 4, back)); // a run of none
  EXPECT_FALSE(readHybrid(bytes({0x03, 1}), 3, 8, back)); // a group has three bytes
  EXPECT_FALSE(readHybrid(bytes({0x02, 1}), 0, 1, back));
  EXPECT_FALSE(readHybrid(bytes({0x02, 1}), 33, 1, back));
}

TEST(ParquetThrift, WritesFieldsAsTheProtocolSays) {
  std::string out;
  ThriftWriter writer(out);
  writer.i32(1, -1);        // near field, zigzag 1
  writer.text(17, "ab");    // too far for a delta of four bits
  writer.boolean(18, true); // the value is in the type
  writer.emptyStruct(20);
  writer.endStruct();
  EXPECT_EQ(out, bytes({0x15, 0x01, 0x08, 0x22, 0x02, 'a', 'b', 0x11, 0x2C, 0x00, 0x00}));
}

TEST(ParquetThrift, SkipsWhatItDoesNotKnow) {
  // A map of one number to a list of two booleans, a double, a set of bytes; then field 4.
  const std::string input = bytes({0x1B, 0x01, 0x59, 0x02, 0x21, 1,    2, 0x17, 1,    2,    3,   4,
                                   5,    6,    7,    8,    0x1A, 0x23, 7, 8,    0x16, 0x06, 0x00});
  ThriftReader reader(input);
  std::int64_t found = 0;
  reader.structure([&](std::int16_t field, Wire type) {
    if (field == 4)
      found = reader.integer(type);
    else
      reader.skip(type);
  });
  EXPECT_FALSE(reader.failed());
  EXPECT_EQ(found, 3);
  EXPECT_EQ(reader.position(), input.size());
}

TEST(ParquetThrift, EndsAtStructsWithoutEnd) {
  const std::string deep(100000, static_cast<char>(0x1C)); // each holds the next
  ThriftReader reader(deep);
  reader.structure([&](std::int16_t, Wire type) { reader.skip(type); });
  EXPECT_TRUE(reader.failed());
}

constexpr ColumnSpec kSpecs[] = {{"name", ColumnType::Text},
                                 {"count", ColumnType::Count},
                                 {"number", ColumnType::Number},
                                 {"time", ColumnType::Time}};

Table sample() {
  Table table(kSpecs);
  const std::pair<std::string_view, double> rows[] = {
      {"grün", 0.5}, {"", -1e300}, {"grün", std::numeric_limits<double>::denorm_min()}};
  for (const auto &[name, number] : rows) {
    table.addRows(1);
    table.set(0, name);
    table.set(1, std::numeric_limits<std::uint64_t>::max());
    table.set(2, number);
    table.set(3, std::uint64_t{1764170400000});
  }
  return table;
}

std::string fileOf(const Table &table) {
  FileWriter writer(kSpecs);
  EXPECT_TRUE(writer.add(table));
  return writer.finish({{"key", "value"}}, "test");
}

TEST(ParquetFile, GivesBackWhatItTook) {
  const std::string file = fileOf(sample());
  auto reader = FileReader::open(file, "x");
  ASSERT_TRUE(reader) << reader.error().message();
  EXPECT_EQ(reader->metadata().at("key"), "value");
  const auto table = reader->read(kSpecs);
  ASSERT_TRUE(table) << table.error().message();
  ASSERT_EQ(table->rows(), 3U);
  EXPECT_EQ(table->text(0, 0), "grün");
  EXPECT_EQ(table->text(0, 1), "");
  EXPECT_EQ(table->count(1, 2), static_cast<std::uint64_t>(INT64_MAX)); // the most that SQL has
  EXPECT_EQ(table->number(2, 1), -1e300);
  EXPECT_EQ(table->number(2, 2), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(table->count(3, 0), 1764170400000U);
}

TEST(ParquetFile, BytesDependOnRowsAlone) {
  Table other(kSpecs);
  other.addRows(1);
  other.set(0, std::string_view("a word that no row has"));
  other.set(0, std::string_view(""));
  Table copy(kSpecs);
  const Table table = sample();
  copy.append(table, 1, 3);
  Table rest(kSpecs);
  rest.append(table, 0, 1);
  rest.append(copy, 0, 2);
  EXPECT_EQ(fileOf(rest), fileOf(table));
  Table empty(kSpecs);
  empty.addRows(1);
  EXPECT_EQ(fileOf(other), fileOf(empty));
}

/// Why the file is not read in which the byte after `before` is another.
std::string errorWith(std::string file, const std::string &before, int byte) {
  const std::size_t at = file.rfind(before);
  EXPECT_NE(at, std::string::npos);
  file[at + before.size()] = static_cast<char>(byte);
  auto reader = FileReader::open(file, "x");
  const auto table = reader ? reader->read(kSpecs) : failure(reader.error());
  return table ? "" : table.error().message();
}

// Numbers are doubled in the file, since zigzag makes them so.
TEST(ParquetFile, RefusesWhatOtherProgramsPackedOrEncoded) {
  const std::string file = fileOf(sample());
  EXPECT_THAT(errorWith(file, "name\x15", 2), HasSubstr("is packed otherwise")); // Snappy
  // The struct of a dictionary's page, with two words; of a data page of three rows.
  EXPECT_THAT(errorWith(file, bytes({0x4C, 0x15, 4, 0x15}), 4), HasSubstr("in an encoding"));
  EXPECT_THAT(errorWith(file, bytes({0x2C, 0x15, 6, 0x15}), 12), HasSubstr("in an encoding"));
}

TEST(ParquetFile, RefusesOtherColumnsAndNumbersThatAreNone) {
  const std::string file = fileOf(sample());
  constexpr ColumnSpec kOther[] = {{"name", ColumnType::Text}};
  EXPECT_THAT(FileReader::open(file, "x")->read(kOther).error().message(),
              HasSubstr("x: has other columns"));
  Table bad = sample();
  bad.set(2, std::numeric_limits<double>::infinity());
  const std::string infinite = fileOf(bad);
  EXPECT_THAT(FileReader::open(infinite, "x")->read(kSpecs).error().message(),
              HasSubstr("numbers that cannot be read"));
}

} // namespace
} // namespace fsfind::parquet
