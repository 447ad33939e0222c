#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <string_view>

/// Reads back what `fsfind report` or `fsfind check` wrote with --format=json (docs/json.md).
namespace fsfind {

struct FindingsFile {
  Source source; ///< as far as the document tells
  /// True: a report on a recording, and the numbers below are the recording's. False: a report on
  /// sources, and they are 0.
  bool measured = false;
  bool joined = false; ///< a report on a recording, joined with sources
  C2cCounters totals, shared;
  std::uint64_t samples = 0;
  /// Loads of a line that another core had modified, and loads served by a peer; each load is
  /// counted once.
  std::uint64_t hitm = 0, peers = 0;
  std::uint64_t contended_samples = 0; ///< all samples on contended lines
  std::uint64_t named_samples = 0;     ///< those of them that have names
  /// As in Profile, but of the run where the recording saw a part of it (Source::seen).
  std::uint64_t cost = 0;
  std::uint64_t estimated_loads = 0, estimated_stores = 0;
  std::vector<Finding> findings; ///< in the document's order
};

/// `where` names the document in errors. Fields that the document lacks keep their default, since
/// schema 1 grows; fields that this release does not know are ignored. A word that stands for no
/// known enumerator is an error. The text may be hostile; the error names the first problem.
[[nodiscard]] Expected<FindingsFile> parseFindings(std::string_view text, const std::string &where);

/// Fails also if there is no such file or it cannot be read.
[[nodiscard]] Expected<FindingsFile> readFindingsFile(const std::string &path);

} // namespace fsfind
