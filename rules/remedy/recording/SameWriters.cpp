#include "rules/remedy/recording/SameWriters.h"

namespace fsfind {

bool areAlike(const std::set<std::string> &a, const std::set<std::string> &b) {
  constexpr std::size_t kMany = 3;
  if (a == b)
    return true;
  std::size_t common = 0;
  for (const std::string &thread : a)
    common += b.count(thread);
  return a.size() >= kMany && b.size() >= kMany && 2 * common >= a.size() + b.size() - common;
}

} // namespace fsfind
