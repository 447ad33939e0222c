#pragma once

#include <cstdint>
#include <set>

namespace fsfind::jit {

/// Takes those of the addresses that lie in the range out of the set, and calls `name` with each.
template <class Name>
void claim(std::set<std::uint64_t> &addresses, std::uint64_t begin, std::uint64_t size, Name name) {
  auto next = addresses.lower_bound(begin);
  while (next != addresses.end() && *next - begin < size) {
    name(*next);
    next = addresses.erase(next);
  }
}

} // namespace fsfind::jit
