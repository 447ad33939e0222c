#pragma once

#include "rules/model/Expected.h"
#include "rules/parquet/Footer.h"

#include <span>
#include <string>
#include <string_view>

namespace fsfind::parquet {

/// Whether the bytes begin as a Parquet file does.
[[nodiscard]] bool isParquet(std::string_view bytes);

/// Reads what FileWriter wrote, and no other shape of Parquet. Every length and offset is checked,
/// and memory is bounded by the file's size.
class FileReader {
public:
  /// `where` names the bytes' origin in errors; the bytes must outlive the reader.
  [[nodiscard]] static Expected<FileReader> open(std::string_view bytes, std::string where);

  [[nodiscard]] const Metadata &metadata() const { return footer_.metadata; }
  /// Fails if the file's columns are not these.
  [[nodiscard]] Expected<Table> read(std::span<const ColumnSpec> specs);

private:
  FileReader(std::string_view bytes, std::string where, Footer footer)
      : bytes_(bytes), where_(std::move(where)), footer_(std::move(footer)) {}

  [[nodiscard]] Expected<void> checkShape(std::span<const ColumnSpec> specs) const;
  [[nodiscard]] Expected<void> readText(const Chunk &chunk, std::size_t column, std::size_t first,
                                        Table &table);
  [[nodiscard]] Expected<void> readNumbers(const Chunk &chunk, std::size_t column, ColumnType type,
                                           std::size_t first, Table &table);
  struct Page;
  [[nodiscard]] Expected<Page> page(std::int64_t offset, PageType type, Encoding encoding);

  std::string_view bytes_;
  std::string where_;
  Footer footer_;
  std::uint64_t unpacked_ = 0; ///< bytes of the pages read so far
};

} // namespace fsfind::parquet
