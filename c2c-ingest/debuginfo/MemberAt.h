#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fsfind::debuginfo {

/// What lies at an offset in an object of some type.
struct MemberAt {
  std::string path; ///< empty for scalars, padding and library internals
  /// A union on the way has several alternatives there; which one is meant is for the access to
  /// tell.
  bool overlaid = false;
  std::uint64_t offset = 0; ///< of the named member from the object
  std::uint64_t size = 0;
  Place declared;
  /// Declares the member; without a member, the author's type of the object.
  std::optional<RecordInfo> record;
};

} // namespace fsfind::debuginfo
