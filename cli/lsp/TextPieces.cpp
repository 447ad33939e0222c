#include "cli/lsp/TextPieces.h"

#include <algorithm>
#include <iterator>

namespace fsfind::lsp {

namespace {

/// Bytes of a piece, if its lines are shorter; at most twice as many. Small beside large texts, of
/// which there are then few pieces.
constexpr std::size_t kPiece = 16384;

/// Bytes of the first piece of the text: of lines that are short, or of one that is long.
std::size_t pieceOf(std::string_view text) {
  constexpr std::string_view kEnds = "\r\n";
  if (text.size() <= 2 * kPiece)
    return text.size();
  std::size_t end = text.find_last_of(kEnds, kPiece);
  if (end == text.npos)
    end = text.find_first_of(kEnds, kPiece);
  if (end == text.npos)
    return text.size();
  return end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
}

} // namespace

TextPieces::TextPieces(std::string_view text) {
  put(0, 0, text);
}

std::size_t TextPieces::put(std::size_t first, std::size_t count, std::string_view text) {
  std::vector<Piece> made;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, pieceOf(text));
    made.push_back({std::string(piece), lineEnds(piece)});
    text.remove_prefix(piece.size());
  }
  if (made.empty() && count == pieces_.size())
    made.emplace_back();
  const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto behind = pieces_.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  pieces_.insert(behind, std::make_move_iterator(made.begin()),
                 std::make_move_iterator(made.end()));
  return made.size();
}

TextPieces::Point TextPieces::at(Position position, Encoding encoding) const {
  std::size_t piece = 0;
  for (; piece + 1 < pieces_.size() && position.line >= pieces_[piece].lines; ++piece)
    position.line -= pieces_[piece].lines;
  return {piece, offsetOf(pieces_[piece].text, position, encoding)};
}

bool TextPieces::belongTogether(std::size_t piece) const {
  if (piece + 1 >= pieces_.size())
    return false;
  const char last = pieces_[piece].text.back();
  return (last != '\r' && last != '\n') ||
         (last == '\r' && pieces_[piece + 1].text.starts_with('\n'));
}

void TextPieces::replace(Position begin, Position end, Encoding encoding, std::string_view text) {
  const Point from = at(begin, encoding), to = at(end, encoding);
  if (from.piece == to.piece && replaceWithin(pieces_[from.piece], from.byte, to.byte, text))
    return;
  std::string changed = pieces_[from.piece].text.substr(0, from.byte);
  changed += text;
  changed += std::string_view(pieces_[to.piece].text).substr(to.byte);
  const std::size_t made = put(from.piece, to.piece - from.piece + 1, changed);
  if (made > 0)
    joinAt(from.piece + made - 1); // the last line may have lost its end
  if (from.piece > 0)
    joinAt(from.piece - 1); // to a CR there may have come a LF
}

bool TextPieces::replaceWithin(Piece &piece, std::size_t begin, std::size_t end,
                               std::string_view text) {
  constexpr std::string_view kEnds = "\r\n";
  const std::string_view old = piece.text, behind = old.substr(end);
  const bool splits = piece.lines > 1 && old.size() + text.size() > 2 * kPiece;
  const bool joins = old.substr(0, begin).ends_with('\r') && behind.starts_with('\n');
  if (splits || joins || text.find_first_of(kEnds) != text.npos ||
      old.substr(begin, end - begin).find_first_of(kEnds) != old.npos)
    return false;
  piece.text.replace(begin, end - begin, text);
  return true;
}

void TextPieces::joinAt(std::size_t piece) {
  if (belongTogether(piece))
    put(piece, 2, pieces_[piece].text + pieces_[piece + 1].text);
}

std::string TextPieces::whole() const {
  std::string text;
  for (const Piece &one : pieces_)
    text += one.text;
  return text;
}

} // namespace fsfind::lsp
