#include "analyzer/extract/FileText.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace fsfind::analyzer {

namespace {

/// How far an assertion's text is followed.
constexpr std::size_t kReach = 200;

bool isIdentifierCharacter(char c) {
  return llvm::isAlnum(c) || c == '_';
}

/// Where `word` first stands in the text as a whole identifier.
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

template <class Visit> void forEach(llvm::StringRef text, llvm::StringRef word, Visit visit) {
  for (std::size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1))
    visit(at);
}

} // namespace

FileText::FileText(llvm::StringRef text) : text_(text) {
  for (const llvm::StringRef word : {"assert(", "ASSERT(", "BUILD_BUG_ON("})
    forEach(text, word, [&](std::size_t at) {
      const llvm::StringRef condition = text.substr(at, kReach).split(';').first;
      if (condition.contains("sizeof") || condition.contains("offsetof"))
        layout_assertions_.push_back(condition);
    });
  for (const llvm::StringRef word : {"lignas(", "aligned("})
    forEach(text, word, [&](std::size_t at) {
      const llvm::StringRef inside = text.drop_front(at + word.size());
      alignments_.emplace_back(at, inside.take_until([](char c) { return c == ')'; }).trim());
    });
  std::sort(alignments_.begin(), alignments_.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
}

bool FileText::assertsLayoutOf(llvm::StringRef record) const {
  return std::any_of(layout_assertions_.begin(), layout_assertions_.end(),
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
