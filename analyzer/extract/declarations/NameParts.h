#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <initializer_list>

/// Questions about the spelling of names.
namespace fsfind::analyzer {

inline bool listed(llvm::StringRef name, std::initializer_list<llvm::StringRef> list) {
  return llvm::is_contained(list, name);
}

/// Like StringRef::contains, but faster on short texts.
inline bool holds(llvm::StringRef text, llvm::StringRef word) {
  for (; text.size() >= word.size(); text = text.drop_front())
    if (text.front() == word.front() && text.starts_with(word))
      return true;
  return false;
}

inline std::uint64_t letterBit(char letter) {
  return std::uint64_t{1} << (static_cast<unsigned char>(letter) % 64);
}

/// Skips words whose first or last letter the text does not contain.
inline bool hasAny(llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
  std::uint64_t letters = 0;
  for (const char letter : text)
    letters |= letterBit(letter);
  return llvm::any_of(words, [&](llvm::StringRef word) {
    return (letters & letterBit(word.front())) != 0 && (letters & letterBit(word.back())) != 0 &&
           holds(text, word);
  });
}

inline bool endsWithAny(llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
  return llvm::any_of(words, [text](llvm::StringRef word) { return text.ends_with(word); });
}

/// The name without its scope.
inline llvm::StringRef lastPart(llvm::StringRef qualified) {
  const std::size_t colon = qualified.rfind("::");
  return colon == llvm::StringRef::npos ? qualified : qualified.substr(colon + 2);
}

} // namespace fsfind::analyzer
