#pragma once

#include "analyzer/worker/Messages.h"
#include "rules/model/Expected.h"

#include <llvm/Support/VirtualFileSystem.h>

#include <string>
#include <vector>

/// What of a compile command is used to read its source.
///
/// A compile database comes with a checkout, and the producer in debug info with a program: both
/// are a stranger's. Compilers have options by which they start programs (`-x hip
/// --offload-arch=native --amdgpu-arch-tool=./tool`), load code (`-fplugin=`) and write files
/// (`--serialize-diagnostics`), and each release adds some. So nothing is forbidden here; a few
/// options are allowed: those that change how the source is read. For example
///
///     ./gcc -x c++ -Iinclude -DNDEBUG -O2 -o a.o --serialize-diagnostics a.dia -c a.cc
///
/// becomes `clang -x c++ -Iinclude -DNDEBUG -O2 …`, and clang's driver is left to find the folders
/// of the system's headers. Allowed are the language, its standard and dialect, macros, include
/// folders and forced includes, the root of the system, the target if it is a CPU, its ABI and
/// features, and optimisation (for its macros).
namespace fsfind::analyzer {

/// Whether to keep options that choose a processor of the target (`-march` and others with `-m`).
/// If clang rejects one of gcc's, the unit is read again without them.
enum class MachineOptions : bool { Drop, Keep };

/// A virtual folder with headers that only gcc has installed, such as <omp.h>.
inline constexpr const char *kBorrowedFolder = "/.fsfind-borrowed";

/// The folder with clang's own headers: beside the worker, if they came with it, as in an archive
/// that runs where no LLVM is installed; else that of the LLVM it was built with.
[[nodiscard]] std::string resourceFolder();

struct ClangCommand {
  std::vector<std::string> words;   ///< for clang's driver, the program's name first
  std::vector<std::string> paths;   ///< files and folders that they name, as they name them
  std::vector<std::string> dropped; ///< options of the unit that are not among the words
};

/// The command for clang of a unit's command, also one of gcc, perhaps behind launchers such as
/// ccache. Response files are read by `files`. Fails for languages and targets that are not read.
[[nodiscard]] Expected<ClangCommand>
clangCommand(const UnitRequest &request, MachineOptions machine,
             const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files);

} // namespace fsfind::analyzer
