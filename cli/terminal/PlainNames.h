#pragma once

#include <map>
#include <string>
#include <string_view>

namespace fsfind::cli {

/// The C++ types in texts of one page as their authors write them: `std::string` for
/// `std::__cxx11::basic_string<char, …>`, containers without the allocators, hashes and orders that
/// they have by default, nothing of unnamed namespaces. Of arguments within arguments of arguments,
/// and of long lists, `…` is left (`...` without `utf8`), unless another type of the page has got
/// that name: then all are told.
class PlainNames {
public:
  explicit PlainNames(bool utf8) : utf8_(utf8) {}
  [[nodiscard]] std::string in(std::string_view text);

private:
  bool utf8_;
  std::map<std::string, std::string> whole_of_; ///< by the shortened name
};

/// The same of a text that stands by itself.
[[nodiscard]] inline std::string plainNames(std::string_view text, bool utf8) {
  return PlainNames(utf8).in(text);
}

} // namespace fsfind::cli
