#pragma once

#include "c2c-ingest/record/sim/AccessLog.h"

#include <cstddef>
#include <span>

namespace fsfind::record::sim {

/// If these accesses, all that a thread made for a while, are the same few loads again and again,
/// without any store between them, it waits for another thread to store there. Returns these loads;
/// nothing if it does not.
inline std::span<const LoggedAccess> spinOf(std::span<const LoggedAccess> accesses) {
  constexpr std::size_t kFewest = 16, kLongestRound = 8;
  if (accesses.size() < kFewest)
    return {};
  const auto same = [&](std::size_t one, std::size_t other) {
    return accesses[one].address() == accesses[other].address() &&
           accesses[one].ip() == accesses[other].ip();
  };
  const std::size_t last = accesses.size() - 1;
  std::size_t round = 1;
  while (round <= kLongestRound && !same(last, last - round))
    ++round;
  if (round > kLongestRound)
    return {};
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (accesses[i].stores() || (i != 0 && accesses[i].worked()) ||
        (i >= round && !same(i, i - round)))
      return {};
  return accesses.last(round);
}

} // namespace fsfind::record::sim
