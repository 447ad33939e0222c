#pragma once

#include "rules/model/Finding.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <string>
#include <vector>

/// The contended loads of a recording by the data that they hit, to be compared with those of
/// another build, where data lie elsewhere.
namespace fsfind {

/// A datum by the names that builds have in common. What is unknown is empty.
struct ContendedDatum {
  std::string object; ///< variable, else type
  std::string member; ///< path from the object, without indices
  std::string record; ///< that declares the member, or the type of the object; without namespaces
  std::uint64_t loads = 0; ///< contended
  bool operator==(const ContendedDatum &) const = default;
};

/// Each datum once, by descending loads. Data without any name are one datum.
[[nodiscard]] std::vector<ContendedDatum> contendedData(const Profile &profile);

/// Whether the datum takes part in what the finding of sources or of a recording says.
[[nodiscard]] bool isAbout(const Finding &finding, const ContendedDatum &datum);

/// Whether a finding could be about it: false where at most the place of allocation is known.
[[nodiscard]] bool hasName(const ContendedDatum &datum);

/// `queue.head`; `unknown` without names.
[[nodiscard]] std::string nameOf(const ContendedDatum &datum);

} // namespace fsfind
