#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <string_view>

/// Documents that `fsfind report` or `fsfind check` wrote with --format=json (docs/json.md), read
/// back.
namespace fsfind {

struct FindingsFile {
  Source source; ///< as far as the document tells
  /// It is about a recording; the numbers below are of it. Else about sources, and they are 0.
  bool measured = false;
  bool joined = false; ///< a recording's, with what sources show
  C2cCounters totals, shared;
  std::uint64_t samples = 0;
  /// Loads that met another core's modified copy, or a peer's, each counted once.
  std::uint64_t hitm = 0, peers = 0;
  std::uint64_t contended_samples = 0;                     ///< all on contended lines
  std::uint64_t named_samples = 0;                         ///< those of them that have names
  std::uint64_t cost = 0;                                  ///< as Profile::cost
  std::uint64_t estimated_loads = 0, estimated_stores = 0; ///< as in Profile
  std::vector<Finding> findings;                           ///< in the document's order
};

/// `where` names the document in errors. What schema 1 has gained since the document was written is
/// left as it is by default; what this release does not know is ignored, save words for which it
/// has no enumerator. The text may be hostile: an error says what is wrong first.
[[nodiscard]] Expected<FindingsFile> parseFindings(std::string_view text, const std::string &where);

/// Fails, too, if there is no such file or it cannot be read.
[[nodiscard]] Expected<FindingsFile> readFindingsFile(const std::string &path);

} // namespace fsfind
