#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::check {

/// How one translation unit is compiled.
struct CompileCommand {
  std::string directory, file;        ///< absolute
  std::vector<std::string> arguments; ///< the first is the compiler
};

/// Path of the compile database: `given` (a file, or a folder with a compile_commands.json) or, if
/// that is empty, the nearest one in `from`, its build folders, or the folders above.
[[nodiscard]] Expected<std::string> findCompileDatabase(const std::string &given,
                                                        const std::string &from);

/// C and C++ units of a compile_commands.json (JSON Compilation Database Format Specification), in
/// its order. Commands that differ only in output files or in position independence are one unit.
[[nodiscard]] Expected<std::vector<CompileCommand>> readCompileDatabase(const std::string &path);

/// Whether the name ends as those of C or C++ sources do.
[[nodiscard]] bool isSourceFile(const std::string &path);

/// Whether `-x` says that the file is C or C++.
[[nodiscard]] bool namesLanguage(const std::vector<std::string> &arguments);

/// Splits a command as a POSIX shell does: blanks, quotes and backslashes, no expansions.
[[nodiscard]] std::vector<std::string> shellWords(const std::string &command);

} // namespace fsfind::check
