#pragma once

#include "rules/join/FileMatch.h"
#include "rules/join/SeenData.h"
#include "rules/model/Finding.h"

#include <optional>
#include <string>
#include <vector>

namespace fsfind {

/// What a recording shows.
struct Measurement {
  std::vector<Finding> findings;
  /// Contended samples of the whole recording, findings and the rest: HITM, or peer loads where
  /// hardware has no HITM.
  std::uint64_t contended = 0;
  bool peers = false;                         ///< `contended` counts peer loads
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
  /// Estimated cycles of the whole recording, by which those of several are weighed.
  std::uint64_t cost = 0;
  /// Set if findings of sources are to have its answer: all data that it shows.
  std::optional<SeenData> seen = {};
};

/// Adds what another recording shows: shares become those of both together. Their cachelines have
/// one size.
void addTo(Measurement &sum, Measurement more);

/// Which files of the sources are those of the measured findings. `paths` are all files of the
/// sources, of which those of latent findings need not be.
[[nodiscard]] FileMatch matchFiles(const std::vector<Finding> &measured,
                                   const std::vector<Finding> &latent,
                                   const std::vector<std::string> &paths);

/// One list of what a recording and the sources show. A measured and a latent finding about the
/// same data (rules/join/Agreement.h) become one confirmed finding, whose `sides` say what it was
/// made of. Each finding given is in exactly one of the result. The order of the findings given
/// does not matter, and joining with an empty list changes nothing.
///
/// A confirmed finding has the cost, threads and lines of the recording, and the members of both.
/// It has the rule, place and record of the source if that is about most of what was measured, else
/// those of the recording; its advice is the source's if that ends what was measured
/// (rules/join/EndsMeasured.h), else the recording's. If it has several measured ones
/// (objects of one type in several variables, which one edit mends), their costs are added. A
/// latent finding whose data the recording shows in another harm becomes part of that one: it is
/// not latent. Ranks are by cost; latent findings come last, the most certain first. `files` are
/// all files of the sources, as a measured file may be one without latent findings.
[[nodiscard]] std::vector<Finding> join(const Measurement &measured, std::vector<Finding> latent,
                                        const std::vector<std::string> &files);

} // namespace fsfind
