#pragma once

#include "rules/model/Expected.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// How messages of the Language Server Protocol follow each other in a stream: header lines, of
/// which one is `Content-Length`, an empty line, and the content (LSP 3.17, Base Protocol).
namespace fsfind::lsp {

/// The longest content that is read, in bytes: an editor sends whole sources.
inline constexpr std::size_t kMostContent = std::size_t{64} << 20U;
/// The longest header, in bytes.
inline constexpr std::size_t kMostHeader = std::size_t{8} << 10U;

/// Takes a stream of messages apart. What comes may be hostile.
class MessageReader {
public:
  /// `most`: the longest content that is read, in bytes.
  explicit MessageReader(std::size_t most = kMostContent) : most_(most) {}

  void add(std::string_view bytes);

  /// The content of the next message that has come as a whole; none if more bytes are needed.
  /// After a failure it is not known where the next message begins: it fails again.
  [[nodiscard]] Expected<std::optional<std::string>> next();

  /// No further bytes come: fails if a message has begun that is not whole.
  [[nodiscard]] Expected<void> end() const;

private:
  [[nodiscard]] Expected<bool> readHeader();

  std::size_t most_;
  std::string bytes_;
  std::size_t taken_ = 0;             ///< bytes of `bytes_` that were given out
  std::optional<std::size_t> length_; ///< of the content that begins at `taken_`; none = a header
  std::optional<Error> failure_;
};

/// The message as it is sent.
[[nodiscard]] std::string framed(std::string_view content);

} // namespace fsfind::lsp
