#include "rules/fleet/ProfileFile.h"

#include "rules/codec/FieldReader.h"
#include "rules/codec/JsonText.h"
#include "rules/fleet/PackedLines.h"
#include "rules/fleet/ProfileRow.h"
#include "rules/input/InputFile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace fsfind::fleet {

namespace {

/// The first line's own column; it is a row of kind `profile` to those who ask for rows.
constexpr const char *kHeaderColumn = "fsfind_profile";
constexpr const char *kHeaderForm =
    R"({{"kind":"profile","{}":{{"version":{},"rows":{},"written_by":{}}}}})"
    "\n";
constexpr const char *kOurs =
    "give files that fsfind report --format=profile or fsfind merge wrote";

struct Header {
  std::uint64_t version = 0, rows = 0;
};

Expected<Header> readHeader(std::string_view line, const std::string &where) {
  FSFIND_TRY(const nlohmann::json json, parseJson(line, where, kOurs));
  Header header;
  std::string problem;
  const FieldReader reader(json, "", problem);
  reader.require(kHeaderColumn);
  reader.object(kHeaderColumn, [&](const FieldReader &fields) {
    fields.require("version");
    fields.number("version", header.version);
    fields.number("rows", header.rows);
  });
  if (!problem.empty())
    return failure({where, {}, "does not begin as a profile does: " + problem, kOurs});
  if (header.version != kProfileVersion)
    return failure({where,
                    {},
                    fmt::format("is of a profile of version {}, and this fsfind reads version {}",
                                header.version, kProfileVersion),
                    "write it anew with the same release of fsfind"});
  return header;
}

bool isWhole(const RecordingRows &recording) {
  bool whole = !recording.id().empty();
  for (std::size_t row = recording.begin; whole && row < recording.end; ++row)
    whole = recording.table->text(column(Field::Kind), row) ==
            (row == recording.begin ? kRecordingRow : kDataRow);
  return whole;
}

} // namespace

std::vector<RecordingRows> recordingsIn(const Table &table) {
  std::vector<RecordingRows> recordings;
  const std::vector<std::uint64_t> &ids = table.columns()[column(Field::Recording)].values;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row == 0 || ids[row] != ids[row - 1])
      recordings.push_back({&table, row, row});
    recordings.back().end = row + 1;
  }
  return recordings;
}

bool isProfile(std::string_view beginning) {
  if (!isPacked(beginning) && !beginning.starts_with('{'))
    return false;
  LineReader lines(beginning, "");
  const auto line = lines.next();
  return line && *line && (*line)->find(kHeaderColumn) != std::string_view::npos;
}

bool isParquet(std::string_view beginning) {
  return beginning.starts_with("PAR1");
}

Expected<std::string> encodeProfile(std::span<const RecordingRows> recordings,
                                    std::string_view version) {
  const auto add = [](std::size_t sum, const RecordingRows &rows) {
    return sum + (rows.end - rows.begin);
  };
  const std::size_t count =
      std::accumulate(recordings.begin(), recordings.end(), std::size_t{0}, add);
  LinePacker packer;
  FSFIND_CHECK(packer.add(fmt::format(kHeaderForm, kHeaderColumn, kProfileVersion, count,
                                      nlohmann::json(fmt::format("fsfind {}", version)).dump())));
  std::string line;
  for (const RecordingRows &recording : recordings)
    for (std::size_t row = recording.begin; row < recording.end; ++row) {
      line.clear();
      appendRow(line, *recording.table, row);
      FSFIND_CHECK(packer.add(line));
    }
  return packer.finish();
}

Expected<Table> decodeProfile(std::string_view bytes, const std::string &where) {
  if (isParquet(bytes))
    return failure({where,
                    {},
                    "is Parquet, which profiles are written in no more",
                    "make the profile anew of its recording: fsfind report --format=profile"});
  if (!isPacked(bytes) && !bytes.starts_with('{'))
    return failure({where, {}, "is no profile", kOurs});
  LineReader lines(bytes, where);
  FSFIND_TRY(const std::optional<std::string_view> first, lines.next());
  FSFIND_TRY(const Header header, readHeader(first.value_or(""), lines.place()));
  Table table(kProfileColumns);
  for (;;) {
    FSFIND_TRY(const std::optional<std::string_view> line, lines.next());
    if (!line)
      break;
    if (table.rows() == header.rows)
      return failure(
          {lines.place(),
           {},
           fmt::format("is more than the {} rows that the first line tells", header.rows),
           "write the profile anew, and add profiles by fsfind merge"});
    if (std::string problem = readRow(*line, table); !problem.empty())
      return failure({lines.place(), {}, std::move(problem), kAnew});
  }
  if (table.rows() < header.rows)
    return failure({lines.place(),
                    {},
                    fmt::format("ends the file after {} of {} rows", table.rows(), header.rows),
                    kAnew});
  table.finish();
  const std::vector<RecordingRows> recordings = recordingsIn(table);
  const bool sorted = std::adjacent_find(recordings.begin(), recordings.end(),
                                         [](const RecordingRows &a, const RecordingRows &b) {
                                           return a.id() >= b.id();
                                         }) == recordings.end();
  if (!sorted || !std::all_of(recordings.begin(), recordings.end(), isWhole))
    return failure({where, {}, "has recordings that are not in order or not whole", kAnew});
  return table;
}

Expected<Table> readProfile(const std::string &path) {
  const bool packed = isPacked(beginningOf(path, input::kProfile.magic.size()));
  FSFIND_TRY(const std::string bytes, readInput(path, packed ? input::kProfile : input::kRows));
  return decodeProfile(bytes, path);
}

} // namespace fsfind::fleet
