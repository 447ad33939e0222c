#pragma once

#include "rules/fleet/ProfileColumns.h"
#include "rules/model/Expected.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Profiles as files: newline-delimited JSON, packed by zstd. docs/fleet.md tells what is in them.
namespace fsfind::fleet {

/// The customary ending of profiles' names, and that of unpacked ones; `fsfind merge FOLDER` looks
/// for both.
inline constexpr std::string_view kProfileEnding = ".ndjson.zst", kPlainEnding = ".ndjson";
/// Of the columns; grows when some are added.
inline constexpr std::uint64_t kProfileVersion = 1;
/// How much of a file's beginning tells what it is: a packed block, which holds the first line.
inline constexpr std::size_t kTellingBytes = std::size_t{160} << 10;

/// Rows of a table that are all of one recording.
struct RecordingRows {
  const Table *table = nullptr;
  std::size_t begin = 0, end = 0;

  [[nodiscard]] const std::string &id() const {
    return table->text(column(Field::Recording), begin);
  }
};

/// The recordings in a table; each has its rows in sequence.
[[nodiscard]] std::vector<RecordingRows> recordingsIn(const Table &table);

/// Whether bytes that begin so are a profile, packed or not.
[[nodiscard]] bool isProfile(std::string_view beginning);

/// Whether they are Parquet, which profiles are written in no more.
[[nodiscard]] bool isParquet(std::string_view beginning);

/// The content of a file. `recordings` are by ascending id, each once; fails only if memory is
/// short, or if texts are so long that readers would refuse them. The bytes depend on the rows
/// alone, not on how tables hold them.
[[nodiscard]] Expected<std::string> encodeProfile(std::span<const RecordingRows> recordings,
                                                  std::string_view version);

/// A table of recordings by ascending id, each once, each with one row of totals and then its data;
/// of packed bytes and of unpacked ones. Memory is bounded by their size. `where` names their
/// origin in errors.
[[nodiscard]] Expected<Table> decodeProfile(std::string_view bytes, const std::string &where);

/// The same of a file.
[[nodiscard]] Expected<Table> readProfile(const std::string &path);

} // namespace fsfind::fleet
