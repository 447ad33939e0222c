#pragma once

#include "rules/parquet/Format.h"
#include "rules/parquet/Table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The metadata at the end of a Parquet file (FileMetaData of parquet.thrift), as far as files of
/// Table need it.
namespace fsfind::parquet {

/// One column of one group of rows. Offsets are in the file, sizes in bytes with page headers.
struct Chunk {
  std::int64_t values = 0;
  std::int64_t codec = static_cast<std::int64_t>(Codec::Zstd);
  std::int64_t unpacked = 0, packed = 0;
  std::int64_t data_page = 0;
  std::int64_t dictionary_page = 0; ///< 0 = it has none
  std::string least, most;          ///< of the values, in the encoding `plain`
};

struct Group {
  std::int64_t rows = 0;
  std::vector<Chunk> chunks;
};

using Metadata = std::map<std::string, std::string>;

struct Footer {
  std::int64_t rows = 0;
  std::vector<Group> groups;
  Metadata metadata;
  std::vector<std::string> columns; ///< when read: names with types, as `signature` gives them
};

/// A column's name and type in one word, to compare schemas by: `host:6:0`. A reader makes it of
/// the numbers in the file.
[[nodiscard]] std::string signature(const ColumnSpec &spec);

[[nodiscard]] std::string encodeFooter(const Footer &footer, std::span<const ColumnSpec> specs,
                                       std::string_view created_by);
/// None if the bytes are no such metadata. Statistics are not read.
[[nodiscard]] std::optional<Footer> decodeFooter(std::string_view bytes);

} // namespace fsfind::parquet
