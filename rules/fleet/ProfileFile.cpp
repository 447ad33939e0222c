#include "rules/fleet/ProfileFile.h"

#include "rules/parquet/FileReader.h"
#include "rules/parquet/FileWriter.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::fleet {

namespace {

/// Keys of the file's own metadata.
constexpr const char *kVersionKey = "fsfind.profile", *kRecordingsKey = "fsfind.recordings";
constexpr char kBetweenIds = ',';

Error damaged(const std::string &where, const char *what) {
  return {where, {}, what, "write the profile anew"};
}

Expected<void> checkVersion(const parquet::Metadata &metadata, const std::string &where) {
  const auto version = metadata.find(kVersionKey);
  if (version == metadata.end())
    return failure({where,
                    {},
                    "is a Parquet file, but no profile of fsfind",
                    "give files that fsfind report --format=profile or fsfind merge wrote"});
  if (version->second != kProfileVersion)
    return failure({where,
                    {},
                    fmt::format("is a profile of version {}, and this fsfind reads version {}",
                                version->second, kProfileVersion),
                    "write it anew with the same release of fsfind"});
  return {};
}

/// The list of recordings that the metadata holds, so that it can be read without the rows.
std::string listOf(std::span<const RecordingRows> recordings) {
  std::string list;
  for (const RecordingRows &recording : recordings) {
    if (!list.empty())
      list += kBetweenIds;
    list += recording.id();
  }
  return list;
}

bool isWhole(const RecordingRows &recording) {
  const auto totals = [&](std::size_t row) {
    return recording.table->text(column(Field::Kind), row) == kRecordingRow;
  };
  bool whole = !recording.id().empty() && totals(recording.begin);
  for (std::size_t row = recording.begin + 1; whole && row < recording.end; ++row)
    whole = !totals(row);
  return whole;
}

} // namespace

std::vector<RecordingRows> recordingsIn(const parquet::Table &table) {
  std::vector<RecordingRows> recordings;
  const std::vector<std::uint64_t> &ids = table.columns()[column(Field::Recording)].values;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row == 0 || ids[row] != ids[row - 1])
      recordings.push_back({&table, row, row});
    recordings.back().end = row + 1;
  }
  return recordings;
}

Expected<std::string> encodeProfile(std::span<const RecordingRows> recordings,
                                    std::string_view version) {
  parquet::FileWriter writer(kProfileColumns);
  parquet::Table group(kProfileColumns);
  for (const RecordingRows &recording : recordings)
    for (std::size_t row = recording.begin; row < recording.end;) {
      const std::size_t end = std::min(recording.end, row + parquet::kRowsPerGroup - group.rows());
      group.append(*recording.table, row, end);
      row = end;
      if (group.rows() < parquet::kRowsPerGroup)
        continue;
      FSFIND_CHECK(writer.add(group));
      group = parquet::Table(kProfileColumns);
    }
  FSFIND_CHECK(writer.add(group));
  return writer.finish(
      {{kVersionKey, std::string(kProfileVersion)}, {kRecordingsKey, listOf(recordings)}},
      fmt::format("fsfind {}", version));
}

Expected<parquet::Table> decodeProfile(std::string_view bytes, const std::string &where) {
  FSFIND_TRY(parquet::FileReader reader, parquet::FileReader::open(bytes, where));
  FSFIND_CHECK(checkVersion(reader.metadata(), where));
  FSFIND_TRY(parquet::Table table, reader.read(kProfileColumns));
  const std::vector<RecordingRows> recordings = recordingsIn(table);
  const bool sorted = std::adjacent_find(recordings.begin(), recordings.end(),
                                         [](const RecordingRows &a, const RecordingRows &b) {
                                           return a.id() >= b.id();
                                         }) == recordings.end();
  if (!sorted || !std::all_of(recordings.begin(), recordings.end(), isWhole))
    return failure(damaged(where, "has recordings that are not in order or not whole"));
  const auto list = reader.metadata().find(kRecordingsKey);
  if (list == reader.metadata().end() || list->second != listOf(recordings))
    return failure(damaged(where, "has other recordings than it says"));
  return table;
}

} // namespace fsfind::fleet
