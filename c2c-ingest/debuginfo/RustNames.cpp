#include "c2c-ingest/debuginfo/RustNames.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace fsfind::debuginfo {

namespace {

/// `::h` and this many hexadecimal digits end the name.
constexpr std::size_t kHashDigits = 16;
constexpr std::string_view kHashMark = "::h";

constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
    {"SP", "@"}, {"BP", "*"}, {"RF", "&"}, {"LT", "<"},
    {"GT", ">"}, {"LP", "("}, {"RP", ")"}, {"C", ","}};

bool endsInHash(std::string_view name) {
  if (name.size() <= kHashDigits + kHashMark.size())
    return false;
  const std::string_view end = name.substr(name.size() - kHashDigits - kHashMark.size());
  return end.starts_with(kHashMark) &&
         std::all_of(end.begin() + kHashMark.size(), end.end(),
                     [](unsigned char c) { return std::isxdigit(c) != 0; });
}

/// LLVM renames local functions that other units use; demangling puts that in brackets.
std::string_view withoutSuffix(std::string_view name) {
  const std::size_t suffix = name.rfind(" (.llvm.");
  return suffix != std::string_view::npos && name.ends_with(')') ? name.substr(0, suffix) : name;
}

/// What stands for `$code$`: `u7b` is the ASCII character of that number. Empty if nothing does.
std::optional<std::string> characterOf(std::string_view code) {
  for (const auto &[word, text] : kEscapes)
    if (code == word)
      return std::string(text);
  unsigned number = 0;
  if (!code.starts_with('u'))
    return std::nullopt;
  const auto [end, error] = std::from_chars(code.data() + 1, code.data() + code.size(), number, 16);
  constexpr unsigned kFirst = 0x20, kLast = 0x7e;
  if (error != std::errc() || end != code.data() + code.size() || number < kFirst || number > kLast)
    return std::nullopt;
  return std::string(1, static_cast<char>(number));
}

/// One part of a path, or all of it: parts do not matter to escapes but for their beginnings.
std::string unescaped(std::string_view name) {
  std::string text;
  while (!name.empty()) {
    const bool begins = text.empty() || text.ends_with("::");
    if (begins && name.starts_with("_$"))
      name.remove_prefix(1);
    if (name.starts_with("..")) {
      text += "::";
      name.remove_prefix(2);
      continue;
    }
    if (name.front() == '$')
      if (const std::size_t end = name.find('$', 1); end != std::string_view::npos)
        if (const auto character = characterOf(name.substr(1, end - 1))) {
          text += *character;
          name.remove_prefix(end + 1);
          continue;
        }
    text += name.front();
    name.remove_prefix(1);
  }
  return text;
}

} // namespace

std::string withoutRustEscapes(std::string name) {
  const std::string_view path = withoutSuffix(name);
  if (!endsInHash(path))
    return name;
  return unescaped(path.substr(0, path.size() - kHashDigits - kHashMark.size()));
}

} // namespace fsfind::debuginfo
