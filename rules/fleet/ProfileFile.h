#pragma once

#include "rules/fleet/ProfileColumns.h"
#include "rules/model/Expected.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Profiles as files of Parquet: docs/fleet.md tells what is in them.
namespace fsfind::fleet {

/// The customary ending of profiles' names; `fsfind merge FOLDER` looks for it.
inline constexpr std::string_view kProfileEnding = ".parquet";
/// Of the schema; grows when columns are added.
inline constexpr std::string_view kProfileVersion = "1";

/// Rows of a table that are all of one recording.
struct RecordingRows {
  const parquet::Table *table = nullptr;
  std::size_t begin = 0, end = 0;

  [[nodiscard]] const std::string &id() const {
    return table->text(column(Field::Recording), begin);
  }
};

/// The recordings in a table; each has its rows in sequence.
[[nodiscard]] std::vector<RecordingRows> recordingsIn(const parquet::Table &table);

/// The content of a file. `recordings` are by ascending id, each once; fails only if memory is
/// short.
[[nodiscard]] Expected<std::string> encodeProfile(std::span<const RecordingRows> recordings,
                                                  std::string_view version);

/// A table of recordings by ascending id, each once, each with one row of totals and then its data.
/// `where` names the bytes' origin in errors.
[[nodiscard]] Expected<parquet::Table> decodeProfile(std::string_view bytes,
                                                     const std::string &where);

} // namespace fsfind::fleet
