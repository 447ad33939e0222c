#pragma once

#include "analyzer/worker/Messages.h"

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// Whether to keep options that choose a processor of the target (`-march` and others with `-m`).
/// If clang rejects one of gcc's, the unit is read again without them.
enum class MachineOptions : bool { Drop, Keep };

/// A virtual folder with headers that only gcc has installed, such as <omp.h>.
inline constexpr const char *kBorrowedFolder = "/.fsfind-borrowed";

/// Rewrites a unit's command line, also one of gcc, for clang's driver: without launchers such as
/// ccache, with the target and language mode that the compiler's name implies, and without outputs,
/// dependency files, warnings, plugins, precompiled headers and options that clang does not know.
[[nodiscard]] std::vector<std::string> clangArguments(const UnitRequest &request,
                                                      MachineOptions machine);

} // namespace fsfind::analyzer
