#pragma once

#include <string>

namespace fsfind::debuginfo {

/// A mangled C++ or Rust name as its author wrote it, without the hash that rustc's legacy scheme
/// appends; any other name unchanged. Mangled names refer to parts of themselves, by which a short
/// one can tell of one that no memory holds: such a name is left as it is, too. Up to kLongestName.
[[nodiscard]] std::string demangled(const std::string &name);

} // namespace fsfind::debuginfo
