#include "rules/model/WantedName.h"

#include <cctype>

namespace fsfind {

namespace {

constexpr std::string_view kOpening = "<[({", kClosing = ">])}";
/// Begins a name that is given with its whole scope, as in C++.
constexpr std::string_view kGlobal = "::";

/// The start of what follows the last `::`, `.` or `/` outside of brackets.
std::size_t lastPart(std::string_view name) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (kOpening.find(name[at]) != std::string_view::npos)
      ++depth;
    else if (kClosing.find(name[at]) != std::string_view::npos)
      --depth;
    else if (depth == 0 && (name[at] == ':' || name[at] == '.' || name[at] == '/'))
      start = at + 1;
  }
  return start;
}

/// The last part without arguments: `Queue` of `ns::Queue<int>` and of Go's `main.Queue[int]`.
std::string_view simpleName(std::string_view name) {
  name.remove_prefix(lastPart(name));
  return name.substr(0, name.find_first_of("<["));
}

/// Whether `name` is `wanted`, or ends with it behind a separator.
bool endsAs(std::string_view name, std::string_view wanted) {
  if (!name.ends_with(wanted))
    return false;
  if (name.size() == wanted.size())
    return true;
  const char before = name[name.size() - wanted.size() - 1];
  return before == ':' || before == '.' || before == '/';
}

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Without blanks but between words: authors and compilers write `Ring<long,8>` in their own ways.
std::string squeezed(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size(); ++at)
    if (name[at] != ' ' || (!text.empty() && isNameCharacter(text.back()) && at + 1 < name.size() &&
                            isNameCharacter(name[at + 1])))
      text += name[at];
  return text;
}

std::string_view withoutKeyword(std::string_view name) {
  for (const std::string_view keyword : {"struct ", "class ", "union ", "type "})
    if (name.starts_with(keyword))
      return name.substr(keyword.size());
  return name;
}

} // namespace

std::string_view withoutArguments(std::string_view name) {
  const std::size_t bracket = name.find_first_of("<[", lastPart(name));
  return bracket == std::string_view::npos || bracket == 0 ? name : name.substr(0, bracket);
}

WantedName::WantedName(const std::string &text)
    : name_(squeezed(withoutKeyword(text))), whole_(name_.starts_with(kGlobal)) {
  if (whole_)
    name_.erase(0, kGlobal.size());
  simple_ = simpleName(name_);
  arguments_ = withoutArguments(name_) != name_;
}

bool WantedName::mayBe(std::string_view own) const {
  return simpleName(own) == simple_;
}

bool WantedName::is(std::string_view qualified) const {
  const std::string compared = squeezed(qualified);
  const auto fits = [this](std::string_view name) {
    return whole_ ? name == name_ : endsAs(name, name_);
  };
  return fits(compared) || (!arguments_ && fits(withoutArguments(compared)));
}

} // namespace fsfind
