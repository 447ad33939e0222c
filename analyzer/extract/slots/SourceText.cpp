#include "analyzer/extract/slots/SourceText.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Lex/Lexer.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr llvm::StringLiteral kOpening = "([{<", kClosing = ")]}>";

/// `->` and the shifts in template arguments do not occur in declarations of data.
int depthOf(char one) {
  if (kOpening.contains(one))
    return 1;
  return kClosing.contains(one) ? -1 : 0;
}

} // namespace

bool isWritten(const SourceManager &sources, SourceLocation location) {
  return location.isValid() &&
         (location.isFileID() || sources.getFileLoc(location) == sources.getSpellingLoc(location));
}

FactPlace placeBehind(Unit &unit, SourceLocation location) {
  if (!isWritten(unit.sources, location))
    return {};
  const SourceLocation begin = unit.sources.getFileLoc(location);
  return unit.place(begin.getLocWithOffset(static_cast<int>(
      Lexer::MeasureTokenLength(begin, unit.sources, unit.context.getLangOpts()))));
}

FactPlace placeAt(Unit &unit, SourceLocation in, std::size_t offset) {
  const FileID file = unit.sources.getFileID(in);
  return unit.place(
      unit.sources.getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(offset)));
}

FactEdit spanOf(Unit &unit, SourceRange range) {
  const CharSourceRange text = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range),
                                                        unit.sources, unit.context.getLangOpts());
  if (text.isInvalid())
    return {};
  return {unit.place(text.getBegin()), unit.place(text.getEnd()), {}};
}

std::size_t behindClosing(llvm::StringRef text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += depthOf(text[i]);
    if (depth == 0)
      return i + 1;
  }
  return llvm::StringRef::npos;
}

bool isWordPart(char one) {
  return clang::isAsciiIdentifierContinue(static_cast<unsigned char>(one));
}

bool isBalanced(llvm::StringRef text) {
  int depth = 0;
  for (const char one : text) {
    depth += depthOf(one);
    if (depth < 0)
      return false;
  }
  return depth == 0;
}

} // namespace fsfind::analyzer
