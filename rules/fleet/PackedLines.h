#pragma once

#include "rules/codec/Packer.h"
#include "rules/model/Expected.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct ZSTD_DCtx_s;

/// Lines of text in one frame of zstd, with a checksum.
namespace fsfind::fleet {

/// What to do about a profile that cannot be read.
inline constexpr const char *kAnew = "write the profile anew";

/// What packed lines begin with.
[[nodiscard]] bool isPacked(std::string_view bytes);

class LinePacker {
public:
  /// Fails only if memory is short.
  [[nodiscard]] Expected<void> add(std::string_view lines);
  /// All that was added; nothing may be added afterwards. Fails, too, if LineReader would not take
  /// so much in so few bytes.
  [[nodiscard]] Expected<std::string> finish();

private:
  [[nodiscard]] Expected<void> pack(std::string_view lines, bool last);

  Packer packer_{Packer::Checksum::OfContent};
  std::string packed_;
  std::uint64_t unpacked_ = 0;
};

/// Gives the lines of packed bytes, or of plain ones, holding one line and a piece at a time.
/// A line's length and, of packed ones, all lines together are bounded.
class LineReader {
public:
  /// `where` names the bytes' origin in errors; the bytes must outlive the reader.
  LineReader(std::string_view bytes, std::string where);

  /// The next line without its end, good until the next call; none behind the last one.
  [[nodiscard]] Expected<std::optional<std::string_view>> next();
  /// Where the line is that next() gave, or the first: `FILE:NUMBER`.
  [[nodiscard]] std::string place() const;

private:
  [[nodiscard]] Expected<void> unpack();

  std::string_view rest_; ///< of the bytes
  std::string where_;
  std::uint64_t limit_;
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s *)> unpacker_; ///< of packed bytes
  std::string piece_, buffer_; ///< where to unpack, and what was unpacked
  std::string_view text_;      ///< lines that were not given yet
  bool whole_ = true;          ///< nothing is missing behind what was unpacked
  std::uint64_t unpacked_ = 0;
  std::size_t line_ = 0;
};

} // namespace fsfind::fleet
