#pragma once

#include <algorithm>
#include <string_view>

namespace fsfind {

/// Whether the list has the name.
template <class List> [[nodiscard]] bool contains(const List &list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// Whether the name begins with one of the list.
template <class List> [[nodiscard]] bool startsWithOneOf(std::string_view name, const List &list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

} // namespace fsfind
