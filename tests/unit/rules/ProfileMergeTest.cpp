// Merging profiles obeys its laws on profiles of every shape.
#include "rules/fleet/PackedLines.h"
#include "rules/fleet/ProfileMerger.h"
#include "tests/support/RandomProfiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace fsfind::test {
namespace profileMergeTest {

constexpr unsigned kRounds = 40;

fleet::Table decoded(const std::string &bytes) {
  return fleet::decodeProfile(bytes, "memory").value();
}

std::string encoded(const fleet::Table &table) {
  return fleet::encodeProfile(fleet::recordingsIn(table), "1.0").value();
}

template <class... Files> std::string merged(const Files &...files) {
  fleet::ProfileMerger merger;
  (merger.add(decoded(files)), ...);
  return merger.encode("1.0").value();
}

TEST(ProfileMerge, OrderAndGroupingDoNotMatter) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomProfiles random(seed);
    const std::string a = encoded(random.next()), b = encoded(random.next()),
                      c = encoded(random.next());
    const std::string all = merged(a, b, c);
    ASSERT_EQ(all, merged(c, a, b)) << seed;
    ASSERT_EQ(all, merged(b, c, a)) << seed;
    ASSERT_EQ(all, merged(merged(a, b), c)) << seed;
    ASSERT_EQ(all, merged(a, merged(c, b))) << seed;
  }
}

TEST(ProfileMerge, WhatComesTwiceCountsOnce) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomProfiles random(seed);
    const std::string a = encoded(random.next()), b = encoded(random.next());
    ASSERT_EQ(a, merged(a, a)) << seed;
    ASSERT_EQ(merged(a, b), merged(a, merged(a, b), b)) << seed;
  }
}

TEST(ProfileMerge, KeepsTheProfileThatNamesMore) {
  const auto profile = [](std::uint64_t named, const char *object) {
    fleet::Table table(fleet::kProfileColumns);
    for (const std::string_view kind : {fleet::kRecordingRow, fleet::kDataRow}) {
      table.addRows(1);
      table.set(fleet::column(fleet::Field::Recording), std::string_view("id"));
      table.set(fleet::column(fleet::Field::Kind), kind);
    }
    table.set(fleet::column(fleet::Field::Object), std::string_view(object));
    table.setBits(fleet::column(fleet::Field::NamedSamples), 0, named);
    return encoded(table);
  };
  const std::string poor = profile(0, "zzz"), rich = profile(7, "queue");
  EXPECT_EQ(merged(poor, rich), rich);
  EXPECT_EQ(merged(rich, poor), rich);
}

TEST(ProfileMerge, ManyRowsAreReadAsTheyWereWritten) {
  fleet::Table table(fleet::kProfileColumns);
  const std::size_t rows = 50'000; // some tens of megabytes, that pack a hundredfold
  for (std::size_t i = 0; i < rows; ++i) {
    table.addRows(1);
    table.set(fleet::column(fleet::Field::Recording), std::string_view("id"));
    table.set(fleet::column(fleet::Field::Kind), i == 0 ? fleet::kRecordingRow : fleet::kDataRow);
    table.set(fleet::column(fleet::Field::Line), std::uint64_t{i});
    table.set(fleet::column(fleet::Field::Function), std::to_string(i % 1000));
  }
  const std::string bytes = encoded(table);
  const fleet::Table read = decoded(bytes);
  ASSERT_EQ(read.rows(), rows);
  EXPECT_EQ(read.count(fleet::column(fleet::Field::Line), rows - 1), rows - 1);
  EXPECT_EQ(read.text(fleet::column(fleet::Field::Function), rows - 2),
            std::to_string((rows - 2) % 1000));
  EXPECT_EQ(merged(bytes, bytes), bytes);
  EXPECT_TRUE(fleet::isProfile(std::string_view(bytes).substr(0, fleet::kTellingBytes)));
}

/// The lines that the bytes hold.
std::string unpacked(const std::string &bytes) {
  fleet::LineReader reader(bytes, "memory");
  std::string text;
  for (auto line = reader.next().value(); line; line = reader.next().value())
    text.append(*line) += '\n';
  return text;
}

std::string packed(std::string_view text) {
  fleet::LinePacker packer;
  return packer.add(text) ? packer.finish().value() : "";
}

/// A profile of one recording, unpacked, with the value in the place of the column's.
std::string lines(fleet::Field field = fleet::Field::End_, const std::string &value = "") {
  fleet::Table table(fleet::kProfileColumns);
  table.addRows(1);
  table.set(fleet::column(fleet::Field::Recording), std::string_view("id"));
  table.set(fleet::column(fleet::Field::Kind), fleet::kRecordingRow);
  std::string text = unpacked(encoded(table));
  if (field == fleet::Field::End_)
    return text;
  const std::string name(fleet::kProfileColumns[fleet::column(field)].name);
  const std::size_t at = text.find("\"" + name + "\":", text.find('\n')) + name.size() + 3;
  return text.replace(at, text.find_first_of(",}", at) - at, value);
}

TEST(ProfileMerge, NumbersTextsAndTimesAreExact) {
  fleet::Table table(fleet::kProfileColumns);
  table.addRows(1);
  const std::string text = "a \"b\\\n\x7F\xE2\x82\xAC";
  const std::uint64_t most = INT64_MAX, odd = (std::uint64_t{1} << 53) + 1;
  const std::uint64_t time = 1795694400123;
  table.set(fleet::column(fleet::Field::Recording), std::string_view("id"));
  table.set(fleet::column(fleet::Field::Kind), fleet::kRecordingRow);
  table.set(fleet::column(fleet::Field::Object), std::string_view(text));
  table.set(fleet::column(fleet::Field::Cost), UINT64_MAX);
  table.set(fleet::column(fleet::Field::TotalCost), odd);
  table.set(fleet::column(fleet::Field::CostSquares), 0.1 + 0.2);
  table.set(fleet::column(fleet::Field::CpuCycles), 3e300);
  table.set(fleet::column(fleet::Field::Time), time);
  const std::string bytes = encoded(table);
  EXPECT_THAT(unpacked(bytes), testing::AllOf(testing::HasSubstr("2026-11-26T12:00:00.123Z"),
                                              testing::HasSubstr(":9007199254740993,")));
  const fleet::Table read = decoded(bytes);
  EXPECT_EQ(read.text(fleet::column(fleet::Field::Object), 0), text);
  EXPECT_EQ(read.count(fleet::column(fleet::Field::Cost), 0), most);
  EXPECT_EQ(read.count(fleet::column(fleet::Field::TotalCost), 0), odd);
  EXPECT_EQ(read.number(fleet::column(fleet::Field::CostSquares), 0), 0.1 + 0.2);
  EXPECT_EQ(read.number(fleet::column(fleet::Field::CpuCycles), 0), 3e300);
  EXPECT_EQ(read.count(fleet::column(fleet::Field::Time), 0), time);
  EXPECT_EQ(encoded(read), bytes);
}

TEST(ProfileMerge, TimesAndNumbersWithoutEndKeepTheirForm) {
  fleet::Table table(fleet::kProfileColumns);
  table.addRows(1);
  table.set(fleet::column(fleet::Field::Recording), std::string_view("id"));
  table.set(fleet::column(fleet::Field::Kind), fleet::kRecordingRow);
  table.set(fleet::column(fleet::Field::Time), UINT64_MAX);
  table.set(fleet::column(fleet::Field::CpuCycles), std::numeric_limits<double>::infinity());
  const std::string bytes = encoded(table);
  EXPECT_THAT(unpacked(bytes), testing::HasSubstr("\"9999-12-31T23:59:59.999Z\""));
  EXPECT_EQ(encoded(decoded(bytes)), bytes);
}

TEST(ProfileMerge, ReadsUnpackedLinesAndAnyOrderOfColumns) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    const std::string bytes = encoded(RandomProfiles(seed).next()), text = unpacked(bytes);
    ASSERT_EQ(encoded(decoded(text)), bytes) << seed;
    ASSERT_EQ(encoded(decoded(text.substr(0, text.size() - 1))), bytes) << seed;
    // Also of several frames.
    ASSERT_EQ(encoded(decoded(packed(text.substr(0, 99)) + packed(text.substr(99)))), bytes);
  }
  std::string text = lines();
  const std::size_t row = text.find('\n') + 2, end = text.find(',', row); // behind the brace
  const std::string first = text.substr(row, end - row);
  text.erase(row, end + 1 - row);
  text.insert(text.size() - 2, "," + first);
  EXPECT_EQ(unpacked(encoded(decoded(text))), lines());
}

/// The error of reading, or what says that there is none.
std::string problem(const std::string &bytes) {
  const auto read = fleet::decodeProfile(bytes, "host.ndjson.zst");
  return read ? "none" : read.error().message();
}

TEST(ProfileMerge, RefusesWhatIsNoProfile) {
  using testing::HasSubstr;
  EXPECT_THAT(problem("text"), HasSubstr("host.ndjson.zst: is no profile"));
  EXPECT_THAT(problem("PAR1"), HasSubstr("is Parquet"));
  EXPECT_THAT(problem("{}"), HasSubstr("host.ndjson.zst:1: does not begin as a profile does"));
  EXPECT_THAT(problem(packed("")), HasSubstr("host.ndjson.zst:1: "));
  EXPECT_THAT(problem("{\n"), HasSubstr("host.ndjson.zst:1: is not whole JSON"));
  EXPECT_THAT(problem(packed("text\n")), HasSubstr("host.ndjson.zst:1: "));
  EXPECT_THAT(problem(R"({"fsfind_profile":{"version":99,"rows":0,"columns":[]}})"),
              HasSubstr("version 99"));
  EXPECT_FALSE(fleet::isProfile("text") || fleet::isProfile("{}") || fleet::isProfile("") ||
               fleet::isProfile(packed("{}\n")) || fleet::isProfile(packed("text")));
  EXPECT_TRUE(fleet::isProfile(lines()) && fleet::isProfile(packed(lines())));
}

TEST(ProfileMerge, NamesTheLineThatIsWrong) {
  using fleet::Field, testing::HasSubstr;
  const auto wrong = [](Field field, const std::string &value) {
    const std::string text = lines(field, value);
    EXPECT_EQ(problem(text), problem(packed(text)));
    return problem(text);
  };
  ASSERT_EQ(problem(lines()), "none");
  for (const char *value : {"-1", "1.5", "1.0", "1e3", "9223372036854775808",
                            "99999999999999999999", "\"1\"", "null", "true", "[1]", "{\"a\":1}"})
    EXPECT_THAT(wrong(Field::Samples, value),
                HasSubstr("host.ndjson.zst:2: 'samples' is not a whole number"))
        << value;
  for (const char *value : {"1", "null", "[]", "1.5"})
    EXPECT_THAT(wrong(Field::Object, value), HasSubstr(":2: 'object' is not a text")) << value;
  for (const char *value : {"5", "\"\"", "\"2026-11-26\"", "\"2026-13-26T12:00:00.123Z\"",
                            "\"2026-02-30T12:00:00.123Z\"", "\"2026-11-26T24:00:00.123Z\"",
                            "\"1969-12-31T23:59:59.999Z\"", "\"2026-11-26T12:00:00.123Z \""})
    EXPECT_THAT(wrong(Field::Time, value), HasSubstr(":2: 'time' is not a time")) << value;
  EXPECT_THAT(wrong(Field::CostSquares, "\"x\""), HasSubstr(":2: 'cost_squares' is not a number"));
  EXPECT_THAT(wrong(Field::CostSquares, "1e999"), HasSubstr(":2: is not whole JSON"));
  EXPECT_EQ(wrong(Field::CostSquares, "7"), "none");
  EXPECT_THAT(wrong(Field::Object, "\"\xFF\""), HasSubstr(":2: is not whole JSON"));
  EXPECT_THAT(wrong(Field::Samples, "0,\"more\":1"), HasSubstr(":2: has a column 'more'"));
  EXPECT_THAT(wrong(Field::Samples, "0,\"loads\":1"), HasSubstr(":2: has 'loads' twice"));
  std::string missing = lines();
  missing.erase(missing.find("\"samples\":0,"), 12);
  EXPECT_THAT(problem(missing), HasSubstr(":2: has no 'samples'"));
  EXPECT_THAT(problem(lines() + lines()), HasSubstr(":3: is more than the 1 rows"));
  EXPECT_THAT(problem(lines().substr(0, lines().find('\n'))), HasSubstr(":1: ends the file"));
  EXPECT_THAT(problem(lines() + "\n"), HasSubstr(":3: "));
  for (const char *row : {"7\n", "[]\n", "\n", "{}\n", "null\n"})
    EXPECT_THAT(problem(lines().substr(0, lines().find('\n') + 1) + row), HasSubstr(":2: "));
}

TEST(ProfileMerge, TakesNoMoreThanItsSizeAllows) {
  EXPECT_THAT(problem(lines() + std::string(std::size_t{17} << 20, ' ')),
              testing::HasSubstr(":3: is too long a line"));
  // Each a frame by itself, so that much comes of little.
  const std::string blanks = packed(std::string(std::size_t{1} << 20, '\n'));
  std::string bomb = packed(lines());
  for (unsigned i = 0; i < 200; ++i)
    bomb += blanks;
  EXPECT_THAT(problem(bomb), testing::HasSubstr(":3: "));
  fleet::LinePacker packer;
  for (unsigned i = 0; i < 200; ++i)
    ASSERT_TRUE(packer.add(std::string(std::size_t{1} << 20, ' ')));
  EXPECT_FALSE(packer.finish());
}

TEST(ProfileMerge, RefusesUnsortedAndPartialRecordings) {
  const auto profile = [](std::initializer_list<std::pair<const char *, std::string_view>> rows) {
    fleet::Table table(fleet::kProfileColumns);
    for (const auto &[id, kind] : rows) {
      table.addRows(1);
      table.set(fleet::column(fleet::Field::Recording), std::string_view(id));
      table.set(fleet::column(fleet::Field::Kind), kind);
    }
    return encoded(table);
  };
  const std::string_view totals = fleet::kRecordingRow, data = fleet::kDataRow;
  EXPECT_EQ(problem(profile({{"a", totals}, {"a", data}, {"b", totals}})), "none");
  for (const std::string &bytes : {profile({{"b", totals}, {"a", totals}}), profile({{"a", data}}),
                                   profile({{"a", totals}, {"a", totals}}),
                                   profile({{"a", totals}, {"b", totals}, {"a", totals}})})
    EXPECT_THAT(problem(bytes), testing::HasSubstr("not in order or not whole"));
}

TEST(ProfileMerge, WhatIsCutOrChangedIsRefusedOrSaysTheSame) {
  const std::string whole = encoded(RandomProfiles(7).next());
  constexpr std::size_t kStep = 7; // a prime: it meets every part of the file
  for (std::size_t size = 0; size < whole.size(); size += kStep)
    ASSERT_NE(problem(whole.substr(0, size)), "none") << size;
  // What a frame holds has a checksum; its header may say the same in other bytes.
  for (std::size_t at = 0; at < whole.size(); at += kStep) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    const auto read = fleet::decodeProfile(bytes, "host.ndjson.zst");
    if (read) {
      ASSERT_EQ(encoded(*read), whole) << at;
    }
  }
}

} // namespace profileMergeTest
} // namespace fsfind::test
