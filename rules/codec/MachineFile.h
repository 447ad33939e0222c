#pragma once

#include "rules/model/Expected.h"
#include "rules/model/MachineMap.h"

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

/// The file of `fsfind machine`: docs/machine.md, docs/machine.schema.json.
namespace fsfind {

/// Writes the map, the prices that follow from it, and `groups`, as one JSON document. The caller
/// checks the stream.
void writeMachine(std::ostream &out, const MachineMap &map, const std::vector<GroupLevel> &groups,
                  std::string_view version);

/// Undoes writeMachine(). What follows from the map is not read. CPUs that cells name are among
/// MachineMap::cpus, and times and bandwidths are positive. `where` names the text's origin in
/// errors.
[[nodiscard]] Expected<MachineMap> parseMachine(std::string_view text, const std::string &where);

/// Refuses files that are larger than any machine's.
[[nodiscard]] Expected<MachineMap> readMachineFile(const std::string &path);

} // namespace fsfind
