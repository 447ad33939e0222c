#pragma once

#include "cli/lsp/Client.h"
#include "cli/lsp/Documents.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Edits that were proved, as they go from the process that proved them to the editor.
namespace fsfind::lsp {

/// What became of the edits of one finding.
struct ProvedEdits {
  std::string finding;     ///< its fingerprint
  std::vector<Edit> edits; ///< with absolute paths, sorted, none of which collide
  std::map<std::string, std::uint64_t> contents; ///< contentHash() of the texts that they fit
  std::string refused; ///< why there are none, one clause; empty = there are
};

[[nodiscard]] Json patchesJson(const std::vector<ProvedEdits> &all);
[[nodiscard]] std::vector<ProvedEdits> patchesFrom(const Json &json);

/// The edits for the editor (LSP 3.17, WorkspaceEdit), each file's for the version of its document
/// that is open now. Fails if a text is not the one that they fit.
[[nodiscard]] tl::expected<Json, Problem>
workspaceEdit(const ProvedEdits &proved, const Documents &documents, const Abilities &abilities);

} // namespace fsfind::lsp
