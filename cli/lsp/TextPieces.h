#pragma once

#include "cli/lsp/Positions.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::lsp {

/// A text to which many changes are made: in pieces of whole lines, whose line ends are counted, so
/// that a change costs what a piece does and not what the text does.
class TextPieces {
public:
  explicit TextPieces(std::string_view text);

  /// Positions are as offsetOf() takes them; `begin` is not behind `end`.
  void replace(Position begin, Position end, Encoding encoding, std::string_view text);
  [[nodiscard]] std::string whole() const;

private:
  struct Piece {
    std::string text;        ///< ends with a line end, unless it is the last
    std::uint32_t lines = 0; ///< line ends
  };
  struct Point {
    std::size_t piece = 0, byte = 0;
  };

  [[nodiscard]] Point at(Position position, Encoding encoding) const;
  /// Whether the piece and the next one must be one, for their lines to be whole.
  [[nodiscard]] bool belongTogether(std::size_t piece) const;
  /// Puts the text in place of pieces, in pieces again, and returns how many these are.
  std::size_t put(std::size_t first, std::size_t count, std::string_view text);
  void joinAt(std::size_t piece);
  /// Replaces bytes of one line by what has no line end, which changes nothing else. False if it is
  /// none of such.
  static bool replaceWithin(Piece &piece, std::size_t begin, std::size_t end,
                            std::string_view text);

  std::vector<Piece> pieces_; ///< at least one
};

} // namespace fsfind::lsp
