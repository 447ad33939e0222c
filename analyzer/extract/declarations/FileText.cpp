#include "analyzer/extract/declarations/FileText.h"

#include "analyzer/extract/declarations/NameParts.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace fsfind::analyzer {

namespace {

/// Longest text of an assertion that is searched, in characters.
constexpr std::size_t kAssertionReach = 200;

bool isIdentifierCharacter(char c) {
  return llvm::isAlnum(c) || c == '_';
}

/// Where `word` first occurs as a whole identifier; npos if nowhere.
std::size_t findIdentifier(llvm::StringRef text, llvm::StringRef word) {
  for (std::size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + 1)) {
    const llvm::StringRef rest = text.drop_front(at + word.size());
    if ((at == 0 || !isIdentifierCharacter(text[at - 1])) &&
        (rest.empty() || !isIdentifierCharacter(rest.front())))
      return at;
  }
  return llvm::StringRef::npos;
}

} // namespace

FileText::FileText(llvm::StringRef text) : text_(text) {
  // One pass from parenthesis to parenthesis, because files are long and little in them matters.
  for (std::size_t at = text.find('('); at != llvm::StringRef::npos; at = text.find('(', at + 1)) {
    const llvm::StringRef before = text.take_front(at);
    const llvm::StringRef after = text.drop_front(at + 1);
    if (endsWithAny(before, {"assert", "ASSERT", "BUILD_BUG_ON"})) {
      const llvm::StringRef condition = after.take_front(kAssertionReach).split(';').first;
      if (hasAny(condition, {"sizeof", "offsetof"}))
        layout_assertions_.push_back(condition);
    } else if (endsWithAny(before, {"lignas", "aligned"})) {
      alignments_.emplace_back(at, after.take_until([](char c) { return c == ')'; }).trim());
    }
  }
}

bool FileText::assertsLayoutOf(llvm::StringRef record) const {
  return !record.empty() &&
         std::any_of(layout_assertions_.begin(), layout_assertions_.end(),
                     [record](llvm::StringRef condition) {
                       return findIdentifier(condition, record) != llvm::StringRef::npos;
                     });
}

llvm::StringRef FileText::alignmentBefore(std::size_t offset) const {
  const auto after = std::partition_point(alignments_.begin(), alignments_.end(),
                                          [offset](const auto &one) { return one.first < offset; });
  return after == alignments_.begin() ? llvm::StringRef() : std::prev(after)->second;
}

bool FileText::mentionsBefore(llvm::StringRef identifier, std::size_t offset) {
  const auto [known, fresh] = first_mentions_.try_emplace(identifier, 0);
  if (fresh)
    known->second = findIdentifier(text_, identifier);
  return known->second < offset;
}

} // namespace fsfind::analyzer
