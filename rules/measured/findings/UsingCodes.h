#pragma once

#include "rules/model/Profile.h"
#include "rules/remedy/recording/AdviseMeasured.h"

#include <set>
#include <string>
#include <unordered_map>

namespace fsfind {

/// Knows what debug information tells of the code that uses contended lines.
class UsingCodes {
public:
  explicit UsingCodes(const Profile &profile);

  /// Memory that one function allocates for code made at run time is all for such code.
  [[nodiscard]] UsingCode of(const Finding &finding) const;

private:
  std::unordered_map<std::uint64_t, UsingCode> lines_; ///< by address
  std::set<std::string> allocators_;                   ///< functions, of code made at run time
};

} // namespace fsfind
