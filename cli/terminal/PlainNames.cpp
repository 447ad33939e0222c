#include "cli/terminal/PlainNames.h"

#include "cli/terminal/Text.h"
#include "rules/model/NameBrackets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace fsfind::cli {

namespace {

constexpr std::size_t kLongestName = 48; ///< columns of a name that keeps its arguments
constexpr int kDeepest = 2;              ///< arguments of arguments are still told

bool isInName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '~';
}

std::string withoutUnnamed(std::string_view text) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  std::string result(text);
  for (std::size_t at = result.find(kUnnamed); at != std::string::npos; at = result.find(kUnnamed))
    result.erase(at, kUnnamed.size());
  return result;
}

/// Without the inline namespaces of libstdc++ and libc++.
std::string ofAuthors(std::string_view name) {
  std::string text(name);
  for (const std::string_view hidden : {"std::__cxx11::", "std::__1::"})
    for (std::size_t at = text.find(hidden); at != std::string::npos; at = text.find(hidden))
      text.erase(at + 5, hidden.size() - 5); // behind `std::`
  return text;
}

bool isDefault(std::string_view argument) {
  constexpr std::array<std::string_view, 6> kDefaults = {"std::allocator<", "std::char_traits<",
                                                         "std::hash<",      "std::equal_to<",
                                                         "std::less<",      "std::default_delete<"};
  return std::any_of(kDefaults.begin(), kDefaults.end(),
                     [&](std::string_view one) { return argument.starts_with(one); });
}

/// The name that the standard library has for an instance of one of its templates.
std::string aliasOf(std::string_view name, const std::vector<std::string> &arguments) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kStrings = {
      {{"std::basic_string", "string"}, {"std::basic_string_view", "string_view"}}};
  for (const auto &[full, plain] : kStrings)
    if (name == full && arguments.size() == 1) {
      if (arguments[0] == "char")
        return "std::" + std::string(plain);
      if (arguments[0] == "wchar_t")
        return "std::w" + std::string(plain);
    }
  return {};
}

class Plain {
public:
  /// Shortens names, and notes them in `shown` with what they are; all is told if that is null.
  Plain(bool utf8, std::map<std::string, std::string> *shown)
      : utf8_(utf8), rest_(utf8 ? "…" : "..."), shown_(shown) {}

  [[nodiscard]] std::string text(std::string_view text, int depth) const {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && isInName(text[end]))
        ++end;
      const std::size_t close =
          end > at && isTemplate(text, at, end) ? closingBracket(text, end) : text.size();
      if (close != text.size()) {
        result += instance(text.substr(at, end - at), text.substr(end + 1, close - end - 1), depth);
        at = close + 1;
        continue;
      }
      end = std::max(end, at + 1);
      result += ofAuthors(text.substr(at, end - at));
      at = end;
    }
    return result;
  }

private:
  static bool isTemplate(std::string_view text, std::size_t at, std::size_t end) {
    return end < text.size() && text[end] == '<' &&
           !text.substr(at, end - at).ends_with("operator");
  }

  [[nodiscard]] std::string instance(std::string_view template_name, std::string_view list,
                                     int depth) const {
    const std::string name = ofAuthors(template_name);
    std::vector<std::string> arguments;
    for (const std::string_view one : argumentsIn(list)) {
      const bool by_default =
          !arguments.empty() && name.starts_with("std::") && isDefault(ofAuthors(one));
      if (!by_default)
        arguments.push_back(text(one, depth + 1));
    }
    if (std::string alias = aliasOf(name, arguments); !alias.empty())
      return alias;
    const std::string whole = name + "<" + joined(arguments) + ">";
    if (shown_ == nullptr || depth >= kDeepest)
      return shown_ == nullptr ? whole : name + "<" + rest_ + ">";
    if (depth != 0)
      return whole;
    return distinct(shortened(name, arguments, whole), template_name, list);
  }

  [[nodiscard]] std::string shortened(const std::string &name,
                                      const std::vector<std::string> &arguments,
                                      const std::string &whole) const {
    if (displayWidth(whole) <= kLongestName)
      return whole;
    const std::string first = name + "<" + arguments.front() + ", " + rest_ + ">";
    return arguments.size() > 1 && displayWidth(first) <= kLongestName ? first
                                                                       : name + "<" + rest_ + ">";
  }

  /// The shortened name, or all of it if that is another type's.
  [[nodiscard]] std::string distinct(std::string shortened, std::string_view template_name,
                                     std::string_view list) const {
    if (shortened.find(rest_) == std::string::npos)
      return shortened;
    std::string whole = Plain(utf8_, nullptr).instance(template_name, list, 0);
    const auto [known, fresh] = shown_->try_emplace(shortened, whole);
    return fresh || known->second == whole ? shortened : whole;
  }

  bool utf8_;
  std::string rest_;
  std::map<std::string, std::string> *shown_;
};

} // namespace

std::string PlainNames::in(std::string_view text) {
  return Plain(utf8_, &whole_of_).text(withoutUnnamed(text), 0);
}

} // namespace fsfind::cli
