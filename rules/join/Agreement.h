#pragma once

#include "rules/join/FileMatch.h"
#include "rules/join/MemberMatch.h"
#include "rules/model/Finding.h"

#include <compare>
#include <cstddef>

/// Whether a measured and a latent finding tell of the same thing.
namespace fsfind {

/// What they have in common, the least telling first.
enum class Common : std::uint8_t {
  Nothing,
  Place,    ///< code that the source blames is where the samples of unnamed bytes come from
  Variable, ///< the variable
  Members,  ///< members or variables, by the places where they are declared and their names
};

/// How well they agree; more is better.
struct Agreement {
  Common common = Common::Nothing;
  bool same_holder = false; ///< the array, or the place of allocation, is the same too
  std::size_t members = 0;  ///< in common
  auto operator<=>(const Agreement &) const = default;
  explicit operator bool() const { return common != Common::Nothing; }
};

/// `files` tells where the sources have what the measurement names. Rules meet that tell of the
/// same harm (docs/joining.md); two members must be common where a finding is about how several
/// meet, one where it is about elements or about one datum. Instances of a template agree by the
/// template's places.
[[nodiscard]] Agreement agreement(const Finding &measured, const Finding &latent,
                                  const FileMatch &files);

/// The place as the sources call it; as it is where they have no such file.
[[nodiscard]] Place inSources(const Place &measured, const FileMatch &files);

[[nodiscard]] MemberName memberName(const Finding &finding, const FindingMember &member,
                                    const FileMatch &files);
[[nodiscard]] std::vector<MemberName> memberNames(const Finding &finding, const FileMatch &files);

} // namespace fsfind
