#include "cli/report/json/Csv.h"
#include "rules/codec/Json.h"
#include "rules/measured/findings/Judge.h"
#include "tests/support/ProfileBuilder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace fsfind {
namespace csvReportTest {

using test::ProfileBuilder;
using Row = std::vector<std::string>;

/// Reads RFC 4180 text back.
std::vector<Row> parsed(const std::string &text) {
  std::vector<Row> rows(1, Row(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
      rows.back().back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.emplace_back(1);
    else if (c != '\r' || quoted)
      rows.back().back() += c;
  }
  rows.pop_back();
  return rows;
}

std::string cell(const std::vector<Row> &rows, std::size_t row, const std::string &column) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), column);
  return found == rows[0].end() ? "no such column"
                                : rows[row][static_cast<std::size_t>(found - rows[0].begin())];
}

std::vector<Row> written(const Profile &profile) {
  std::ostringstream out;
  report::writeCsv(out, profile, judge(profile, {.show_all = true}));
  return parsed(out.str());
}

TEST(CsvReport, OneRowPerAccessAndQuotesWhatNeedsIt) {
  ProfileBuilder builder;
  const TargetIndex map = builder.global("m \"x\"\n", "std::map<int, long>", 0x4000, 8, 3);
  builder.line(0x4000).store(11, map, 90).load(12, map, 50, 40);
  builder.line(0x5000);
  Profile profile = builder.build();
  profile.lines[1].counters.lcl_hitm = profile.lines[1].counters.tot_hitm = 1;
  const std::vector<Row> rows = written(profile);
  ASSERT_EQ(rows.size(), 4U);
  for (const Row &row : rows)
    EXPECT_EQ(row.size(), rows[0].size());
  EXPECT_EQ(cell(rows, 1, "cacheline.address"), "0x4000");
  EXPECT_EQ(cell(rows, 1, "cacheline.sharing"), "true");
  EXPECT_EQ(cell(rows, 1, "op"), "store");
  EXPECT_EQ(cell(rows, 1, "object.name"), "m \"x\"?") << "a newline";
  EXPECT_EQ(cell(rows, 1, "object.type"), "std::map<int, long>");
  EXPECT_EQ(cell(rows, 1, "object.index"), "3");
  EXPECT_EQ(cell(rows, 2, "lcl_hitm"), "40");
  EXPECT_EQ(cell(rows, 2, "file"), "/src/worker.cpp");
  EXPECT_EQ(cell(rows, 3, "cacheline.address"), "0x5000");
  EXPECT_EQ(cell(rows, 3, "op"), "") << "a line without accesses still has its row";
}

TEST(CsvReport, NoCellIsAFormula) {
  for (const std::string name : {"=1+1", "+run()", "-x", "@SUM(A1)", "=\"a\",b"}) {
    ProfileBuilder builder;
    const TargetIndex named = builder.global(name, "=int", 0x4000, 8);
    builder.line(0x4000).store(11, named, 90).load(12, named, 50, 40);
    const std::vector<Row> rows = written(builder.build());
    EXPECT_EQ(cell(rows, 1, "object.name"), "'" + name);
    EXPECT_EQ(cell(rows, 1, "object.type"), "'=int");
    EXPECT_EQ(cell(rows, 1, "object.size"), "8") << "a number stays one";
  }
}

TEST(CsvReport, AccessColumnsAreJsonsFields) {
  ProfileBuilder builder;
  builder.line(0x4000).storeAt(11, 0, 90).loadAt(12, 8, 50, 40);
  const Profile profile = builder.build();
  std::ostringstream out;
  codec::writeJson(out, profile, judge(profile, {}), "1");
  const nlohmann::json line = nlohmann::json::parse(out.str())["lines"][0];
  const std::vector<Row> rows = written(profile);
  for (const std::string &column : rows[0]) {
    const bool of_line = column.starts_with("cacheline.");
    const bool of_object = column.starts_with("object.");
    const nlohmann::json &holder = of_line     ? line
                                   : of_object ? line["accesses"][0]["object"]
                                               : line["accesses"][0];
    EXPECT_TRUE(
        holder.contains(of_line || of_object ? column.substr(column.find('.') + 1) : column))
        << column;
  }
}

} // namespace csvReportTest
} // namespace fsfind
