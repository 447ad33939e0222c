// The rows of a recording: what they count is what was measured, and nothing else leaves.
#include "rules/fleet/ProfileTable.h"

#include "rules/fleet/RecordingId.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace profileTableTest {

using fleet::Field;

Profile counters() {
  ProfileBuilder builder;
  const TargetIndex a = builder.global("a", "long", 0x1000, 8);
  const TargetIndex b = builder.global("b", "long", 0x1008, 8);
  builder.line(0x1000).store(1, a, 50).load(1, a, 40, 30).store(2, b, 50).load(2, b, 20, 10);
  Profile profile = builder.build();
  profile.source.hostname = "secret-host";
  profile.source.command_line = {"./worker", "--password=hunter2"};
  return profile;
}

fleet::Table tableOf(const Profile &profile, const KeptSecrets &kept = {}) {
  JudgeOptions options;
  options.show_all = true;
  const Report report = judge(profile, options);
  Origins origins;
  origins.build_ids["/opt/app/worker"] = "abcd";
  const fleet::ProfileLabels labels{"search", "1.4", {{"region", "eu"}}};
  Redaction redaction(kept, {"/src"}, {});
  return fleet::profileTable({profile, report, origins, labels, 1000}, redaction);
}

std::uint64_t sum(const fleet::Table &table, Field field) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < table.rows(); ++row)
    sum += table.count(fleet::column(field), row);
  return sum;
}

/// The row of the object; 0, which has the totals, if there is none.
std::size_t rowOf(const fleet::Table &table, const std::string &object) {
  for (std::size_t row = 1; row < table.rows(); ++row)
    if (table.text(fleet::column(Field::Object), row) == object)
      return row;
  return 0;
}

TEST(ProfileTable, CountsAddUpToTheRecording) {
  const Profile profile = counters();
  const fleet::Table table = tableOf(profile);
  EXPECT_EQ(sum(table, Field::Recordings), 1U);
  EXPECT_EQ(sum(table, Field::TotalSamples), profile.samples);
  EXPECT_EQ(sum(table, Field::Samples), 160U);
  EXPECT_EQ(sum(table, Field::Contended), 40U);
  EXPECT_EQ(sum(table, Field::LocalHitm), profile.totals.lcl_hitm);
  EXPECT_EQ(sum(table, Field::Loads) + sum(table, Field::Stores), sum(table, Field::Samples));
}

TEST(ProfileTable, EachDatumHasItsNameAndItsCounts) {
  const fleet::Table table = tableOf(counters());
  const std::size_t row = rowOf(table, "a");
  ASSERT_NE(row, 0U);
  EXPECT_EQ(table.count(fleet::column(Field::Contended), row), 30U);
  EXPECT_EQ(table.text(fleet::column(Field::Sharing), row), "false");
  EXPECT_EQ(table.text(fleet::column(Field::Rule), row), "fsfind-adjacent-globals");
  EXPECT_EQ(table.text(fleet::column(Field::File), row), "worker.cpp");
  EXPECT_EQ(table.count(fleet::column(Field::Line), row), 11U);
  EXPECT_EQ(table.text(fleet::column(Field::Module), row), "worker");
  EXPECT_EQ(table.text(fleet::column(Field::BuildId), row), "abcd");
  EXPECT_EQ(table.text(fleet::column(Field::Service), row), "search");
  EXPECT_EQ(table.text(fleet::column(Field::Labels), row), R"({"region":"eu"})");
}

TEST(ProfileTable, HoldsNoSecretUnlessAsked) {
  const auto words = [](const fleet::Table &table) {
    std::string all;
    for (const fleet::Column &column : table.columns())
      for (const std::string &word : column.words)
        all += word + '\n';
    return all;
  };
  const std::string without = words(tableOf(counters()));
  for (const char *secret : {"secret-host", "hunter2", "/opt/app", "/src/"})
    EXPECT_THAT(without, testing::Not(testing::HasSubstr(secret)));
  const std::string with = words(tableOf(counters(), {true, true, true}));
  for (const char *secret : {"secret-host", "hunter2", "/opt/app", "/src/"})
    EXPECT_THAT(with, testing::HasSubstr(secret));
}

TEST(ProfileTable, NamesThatAreNotUtf8AreMended) {
  Profile profile = counters();
  profile.targets[1].object.name = "a\xFF";
  EXPECT_NE(rowOf(tableOf(profile), "a\xEF\xBF\xBD"), 0U);
}

TEST(RecordingId, TellsRecordingsApartAndNothingElse) {
  const Profile profile = counters();
  const std::string id = fleet::recordingId(profile);
  EXPECT_EQ(id.size(), 32U);
  Profile renamed = profile;
  renamed.targets[1].object.name = "other";
  renamed.source.path = "/elsewhere/perf.data";
  EXPECT_EQ(fleet::recordingId(renamed), id);
  Profile later = profile;
  later.source.last_time = 5;
  Profile elsewhere = profile;
  elsewhere.source.hostname = "other-host";
  Profile more = profile;
  ++more.lines[0].counters.lcl_hitm;
  for (const Profile &other : {later, elsewhere, more})
    EXPECT_NE(fleet::recordingId(other), id);
}

} // namespace profileTableTest
} // namespace fsfind::test
