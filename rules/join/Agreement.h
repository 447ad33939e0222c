#pragma once

#include "rules/join/FileMatch.h"
#include "rules/join/MemberMatch.h"
#include "rules/model/Finding.h"

#include <compare>
#include <cstddef>

/// Whether a measured and a latent finding are about the same data.
namespace fsfind {

/// What the two findings have in common, the weakest evidence first.
enum class Common : std::uint8_t {
  Nothing,
  Place,    ///< samples of unnamed bytes come from code that the latent finding names
  Elements, ///< elements of one type, of an array on the heap that the recording cannot name
  Variable, ///< the variable, by place and name
  Members,  ///< members or variables, by declaration and name
};

/// How well two findings agree; the greater one of two is the better match.
struct Agreement {
  Common common = Common::Nothing;
  bool same_holder = false; ///< the array, variable or place of allocation is the same, too
  std::size_t members = 0;  ///< how many members both have
  bool same_code = false;   ///< Common::Elements only: samples come from code that the latent names
  bool same_type = false; ///< elements have one type: one line of code can allocate several arrays
  /// Whether only a type says that the data are the same, which those of several arrays can have.
  [[nodiscard]] bool isByTypeAlone() const {
    return common == Common::Elements && !same_holder && !same_code;
  }
  auto operator<=>(const Agreement &) const = default;
  explicit operator bool() const { return common != Common::Nothing; }
};

/// Common::Nothing unless both rules describe the same harm (docs/joining.md). A finding about
/// neighbouring members or variables needs two members in common, one about elements or about one
/// datum needs one. Instances of a template are compared by the places in the template. `files`
/// maps the measurement's file names to those of the sources.
[[nodiscard]] Agreement agreement(const Finding &measured, const Finding &latent,
                                  const FileMatch &files);

/// Which of the latent finding's members the measured one shows, by position, whichever harm each
/// of the two describes. All of them if both are about one variable, array or datum.
[[nodiscard]] std::vector<bool> sameData(const Finding &measured, const Finding &latent,
                                         const FileMatch &files);

/// Whether the finding is about several members or variables, not about elements or one datum.
[[nodiscard]] bool isOfSeveral(const Finding &finding);

/// Whether the recording knows where members are declared.
[[nodiscard]] bool hasNamedMembers(const Finding &measured);

/// The place with the sources' name of its file; unchanged if they have no such file.
[[nodiscard]] Place inSources(const Place &measured, const FileMatch &files);

[[nodiscard]] MemberName memberName(const Finding &finding, const FindingMember &member,
                                    const FileMatch &files);
[[nodiscard]] std::vector<MemberName> memberNames(const Finding &finding, const FileMatch &files);

} // namespace fsfind
