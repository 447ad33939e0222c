#pragma once

#include "rules/model/Expected.h"
#include "rules/parquet/Footer.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace fsfind::parquet {

/// The most rows of a group: who reads a file needs the memory of one at a time.
inline constexpr std::size_t kRowsPerGroup = 1U << 16;

/// Makes a file of Parquet group by group. Each column of a group is one page, packed by zstd,
/// which holds a checksum; text has a dictionary, numbers are plain. The bytes depend on the rows
/// alone, not on how tables hold them.
class FileWriter {
public:
  /// `specs` must outlive the writer.
  explicit FileWriter(std::span<const ColumnSpec> specs);

  /// Fails only if memory is short. A table without rows adds nothing; it may have kRowsPerGroup.
  [[nodiscard]] Expected<void> add(const Table &table);
  /// The whole file; nothing may be added afterwards.
  [[nodiscard]] std::string finish(Metadata metadata, std::string_view created_by);

private:
  [[nodiscard]] Expected<Chunk> addText(const Column &column);
  [[nodiscard]] Expected<Chunk> addNumbers(const Column &column, ColumnType type);
  [[nodiscard]] Expected<void> addPage(PageType type, std::size_t values, Encoding encoding,
                                       const std::string &body, Chunk &chunk);

  [[nodiscard]] Expected<std::string> packed(const std::string &body);

  std::span<const ColumnSpec> specs_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s *)> packer_; ///< null if memory is short
  std::string bytes_;
  Footer footer_;
};

} // namespace fsfind::parquet
