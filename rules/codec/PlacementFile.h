#pragma once

#include "rules/model/Expected.h"
#include "rules/model/PlacementVerdict.h"

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

/// The file of `fsfind placement`: docs/placement.md, docs/placement.schema.json.
namespace fsfind {

/// Writes looks at a process, and what follows from each, as one JSON document. The caller checks
/// the stream.
void writePlacements(std::ostream &out, const std::vector<JudgedPlacement> &looks,
                     std::string_view version);

/// Undoes writePlacements(). What follows from a look is not read. `where` names the text's origin
/// in errors.
[[nodiscard]] Expected<std::vector<Placement>> parsePlacements(std::string_view text,
                                                               const std::string &where);

[[nodiscard]] Expected<std::vector<Placement>> readPlacementFile(const std::string &path);

} // namespace fsfind
