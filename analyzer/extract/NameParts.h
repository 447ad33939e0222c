#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <initializer_list>

/// What is asked of names that are known.
namespace fsfind::analyzer {

inline bool listed(llvm::StringRef name, std::initializer_list<llvm::StringRef> list) {
  return llvm::is_contained(list, name);
}

/// As StringRef::contains, for short texts, in which no table of the word's letters pays.
inline bool holds(llvm::StringRef text, llvm::StringRef word) {
  for (; text.size() >= word.size(); text = text.drop_front())
    if (text.front() == word.front() && text.starts_with(word))
      return true;
  return false;
}

inline bool hasAny(llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
  return llvm::any_of(words, [text](llvm::StringRef word) { return holds(text, word); });
}

inline bool endsWithAny(llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
  return llvm::any_of(words, [text](llvm::StringRef word) { return text.ends_with(word); });
}

/// Without what it is a member of.
inline llvm::StringRef lastPart(llvm::StringRef qualified) {
  const std::size_t colon = qualified.rfind("::");
  return colon == llvm::StringRef::npos ? qualified : qualified.substr(colon + 2);
}

} // namespace fsfind::analyzer
