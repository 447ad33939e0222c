// Merging profiles obeys its laws on profiles of every shape.
#include "rules/fleet/ProfileMerger.h"
#include "rules/parquet/FileWriter.h"
#include "tests/support/RandomProfiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace {

constexpr unsigned kRounds = 40;

parquet::Table decoded(const std::string &bytes) {
  return fleet::decodeProfile(bytes, "memory").value();
}

std::string encoded(const parquet::Table &table) {
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
    parquet::Table table(fleet::kProfileColumns);
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

TEST(ProfileMerge, ManyRowsMakeSeveralGroups) {
  parquet::Table table(fleet::kProfileColumns);
  const std::size_t rows = 2 * parquet::kRowsPerGroup + 3;
  for (std::size_t i = 0; i < rows; ++i) {
    table.addRows(1);
    table.set(fleet::column(fleet::Field::Recording), std::string_view("id"));
    table.set(fleet::column(fleet::Field::Kind), i == 0 ? fleet::kRecordingRow : fleet::kDataRow);
    table.set(fleet::column(fleet::Field::Line), std::uint64_t{i});
    table.set(fleet::column(fleet::Field::Function), std::to_string(i % 1000));
  }
  const std::string bytes = encoded(table);
  const parquet::Table read = decoded(bytes);
  ASSERT_EQ(read.rows(), rows);
  EXPECT_EQ(read.count(fleet::column(fleet::Field::Line), rows - 1), rows - 1);
  EXPECT_EQ(read.text(fleet::column(fleet::Field::Function), rows - 2),
            std::to_string((rows - 2) % 1000));
  EXPECT_EQ(merged(bytes, bytes), bytes);
}

/// The error of reading, or what says that there is none.
std::string problem(const std::string &bytes) {
  const auto read = fleet::decodeProfile(bytes, "host.parquet");
  return read ? "none" : read.error().message();
}

TEST(ProfileMerge, RefusesWhatIsNoProfile) {
  EXPECT_THAT(problem("text"), testing::HasSubstr("host.parquet: is not a Parquet file"));
  EXPECT_THAT(problem("PAR1"), testing::HasSubstr("ends too early"));
  const parquet::ColumnSpec other[] = {{"x", parquet::ColumnType::Count}};
  parquet::FileWriter writer(other);
  parquet::Table table(other);
  table.addRows(1);
  ASSERT_TRUE(writer.add(table));
  const std::string plain = writer.finish({}, "other");
  EXPECT_THAT(problem(plain), testing::HasSubstr("but no profile of fsfind"));
  parquet::FileWriter newer(other);
  ASSERT_TRUE(newer.add(table));
  EXPECT_THAT(problem(newer.finish({{"fsfind.profile", "99"}}, "other")),
              testing::HasSubstr("version 99"));
}

TEST(ProfileMerge, RefusesUnsortedAndPartialRecordings) {
  const auto profile = [](std::initializer_list<std::pair<const char *, std::string_view>> rows) {
    parquet::Table table(fleet::kProfileColumns);
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
  // What a page holds has a checksum; its header, and the footer, may say the same in other bytes.
  for (std::size_t at = 0; at < whole.size(); at += kStep) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    const auto read = fleet::decodeProfile(bytes, "host.parquet");
    if (read) {
      ASSERT_EQ(encoded(*read), whole) << at;
    }
  }
}

} // namespace
} // namespace fsfind::test
