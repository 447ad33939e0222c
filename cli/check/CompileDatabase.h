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

struct CompileDatabase {
  std::vector<CompileCommand> commands; ///< of C and C++ units
  std::vector<std::string> left_out;    ///< absolute paths of files in other languages, each once
};

/// Path of the compile database: `given` (a file, or a folder with a compile_commands.json) or, if
/// that is empty, the nearest one in `from`, its build folders, or the folders above.
[[nodiscard]] Expected<std::string> findCompileDatabase(const std::string &given,
                                                        const std::string &from);

/// Reads a compile_commands.json (JSON Compilation Database Format Specification); everything is in
/// its order. Commands that differ only in output files or in position independence are one unit.
[[nodiscard]] Expected<CompileDatabase> readCompileDatabase(const std::string &path);

/// Whether the name ends as those of C or C++ sources do.
[[nodiscard]] bool isSourceFile(const std::string &path);

/// Whether `-x` says that the file is C or C++.
[[nodiscard]] bool namesLanguage(const std::vector<std::string> &arguments);

/// Splits a command as a POSIX shell does: blanks, quotes and backslashes, no expansions.
[[nodiscard]] std::vector<std::string> shellWords(const std::string &command);

} // namespace fsfind::check
