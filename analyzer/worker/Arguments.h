#pragma once

#include "analyzer/worker/Messages.h"

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// Options that choose a processor within the target (`-march` and the rest of `-m`): where clang
/// refuses one of gcc's, the unit is tried again without.
enum class MachineOptions : bool { Drop, Keep };

/// A folder that no disk has: what gcc alone brings where its compiler is the only one installed.
inline constexpr const char *kBorrowedFolder = "/.fsfind-borrowed";

/// What clang's driver understands of a unit's command line, be it gcc's: launchers such as ccache
/// taken off, target and language mode from the compiler's name, neither outputs, dependency files,
/// warnings, plugins, precompiled headers nor whatever clang does not know.
[[nodiscard]] std::vector<std::string> clangArguments(const UnitRequest &request,
                                                      MachineOptions machine);

} // namespace fsfind::analyzer
