#pragma once

#include "rules/model/Profile.h"

#include <cstddef>
#include <string>
#include <vector>

/// Which members of one finding are members of another.
namespace fsfind {

/// A member by what both sides know of it.
struct MemberName {
  Place declared;                 ///< as the sources call the file
  std::vector<std::string> names; ///< of its path: `queue.slots[3].state` has three
  bool operator==(const MemberName &) const = default;
};

struct MemberMatch {
  /// For each latent member the measured ones that it is, by position. It is several where the
  /// measurement saw it in several objects; it is none where it was not measured, and where
  /// several latent ones could be meant.
  std::vector<std::vector<std::size_t>> measured_of;
  std::size_t common = 0; ///< members that both have, each counted once
};

/// Members are the same if they are declared at the same place and their paths end alike: as far as
/// any of that declaration do, so that `head.v` is not `tail.v` where `head.v` is there, too.
[[nodiscard]] MemberMatch matchMembers(const std::vector<MemberName> &measured,
                                       const std::vector<MemberName> &latent);

/// Columns count only where both are known: not every compiler tells them.
[[nodiscard]] bool isSamePlace(const Place &a, const Place &b);

/// `Queue::slots[3].state` -> `Queue`, `slots`, `state`; neither indices nor a template's arguments
/// count.
[[nodiscard]] std::vector<std::string> namesOn(const std::string &path);

/// The last of these; empty if there is none.
[[nodiscard]] std::string lastName(const std::string &path);

} // namespace fsfind
