#pragma once

#include "rules/model/Profile.h"

#include <cstddef>
#include <string>
#include <vector>

/// Which members of a measured and a latent finding are the same.
namespace fsfind {

/// What both recording and sources know of a member.
struct MemberName {
  Place declared;                 ///< with the sources' name of the file
  std::vector<std::string> names; ///< on its path: `queue.slots[3].state` has three
  bool operator==(const MemberName &) const = default;
};

struct MemberMatch {
  /// For each latent member the positions of the measured members that are the same. There are
  /// several if it was measured in several objects; there is none if it was not measured, or if a
  /// measured member could be one of several latent ones.
  std::vector<std::vector<std::size_t>> measured_of;
  std::size_t common = 0; ///< how many members both have, each counted once
};

/// Members are the same if they have the same declaration and no other pair with that declaration
/// has a longer common end of its paths: `head.v` and `tail.v` are one `v` in the source, but
/// `head.v` does not match `tail.v` if both findings have `head.v`.
[[nodiscard]] MemberMatch matchMembers(const std::vector<MemberName> &measured,
                                       const std::vector<MemberName> &latent);

/// Compares columns only if both are known: not every compiler writes them into debug info.
[[nodiscard]] bool isSamePlace(const Place &a, const Place &b);

/// `Queue::slots[3].state` -> `Queue`, `slots`, `state`; without indices and template arguments.
[[nodiscard]] std::vector<std::string> namesOn(const std::string &path);

/// The last of namesOn(); empty if there is none.
[[nodiscard]] std::string lastName(const std::string &path);

} // namespace fsfind
