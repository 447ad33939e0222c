#pragma once

#include "rules/model/Finding.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <string>
#include <vector>

/// What a recording's samples say of the data that they hit, to be compared with those of another
/// build, where data lie elsewhere.
namespace fsfind {

/// A datum by the names that builds have in common. What is unknown is empty.
struct ContendedDatum {
  std::string object; ///< variable, else type
  std::string member; ///< path from the object, without indices
  std::string record; ///< that declares the member, or the type of the object; without namespaces
  std::uint64_t loads = 0; ///< contended
  std::uint64_t cost = 0;  ///< of all samples: Access::cost, cycles
  /// Other records of which it is as much a member: those that have `record` as a base, and bases
  /// of it, as far as names tell. Sorted.
  std::vector<std::string> beside = {};
  bool operator==(const ContendedDatum &) const = default;
};

/// Each datum with samples on the profile's lines once, by descending loads and cost. Data without
/// any name are one datum.
[[nodiscard]] std::vector<ContendedDatum> sampledData(const Profile &profile);

/// Those with contended loads.
[[nodiscard]] std::vector<ContendedDatum> contendedData(const Profile &profile);

/// Whether the datum takes part in what the finding of sources or of a recording says.
[[nodiscard]] bool isAbout(const Finding &finding, const ContendedDatum &datum);

/// Whether a finding could be about it: false where at most the place of allocation is known.
[[nodiscard]] bool hasName(const ContendedDatum &datum);

/// `queue.head`; `unknown` without names.
[[nodiscard]] std::string nameOf(const ContendedDatum &datum);

} // namespace fsfind
