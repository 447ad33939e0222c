#pragma once

#include "cli/lsp/Message.h"
#include "rules/model/Expected.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What a check found, as it goes from the process that checked to the server.
namespace fsfind::lsp {

struct Found {
  std::vector<Finding> findings;         ///< all paths absolute
  std::vector<std::string> fingerprints; ///< one for each finding
  bool simulated = false;                ///< the recording, if there is one, is a simulation's
  bool provable = false;                 ///< the sources can be read again with edits
  /// contentHash() of the project's files as they were read; 0 = not known.
  std::map<std::string, std::uint64_t> contents;
  std::string warning; ///< what could not be added to the findings, one line; empty = nothing
  std::string summary; ///< `3 units, 2 of them from the cache: 1 finding`
};

[[nodiscard]] Json foundJson(const Found &found);
[[nodiscard]] Expected<Found> foundFrom(const Json &json);

} // namespace fsfind::lsp
