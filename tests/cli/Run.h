#pragma once

#include <string>

namespace fsfind::test {

struct RunResult {
  int exit_code = -1; ///< 128 + signal if killed
  std::string out, err;
};

/// Runs `shell_command` in a POSIX shell where "$FSFIND" is the binary under test and "$F" the
/// fixtures' folder, in an empty directory "$T" of its own, without colour or pager variables, and
/// with a cache of its own: what other tests record would be known there.
RunResult run(const std::string &shell_command);

/// Without warnings of the system's libraries, which may not be those that a recording is of.
std::string ofTheProgram(const std::string &errors);

/// Why a test cannot be run here that needs the compiler, or that simulates a program; empty if it
/// can, or if something else is wrong.
std::string missingCompiler(const std::string &compiler = "cc");
std::string missingEmulator();

/// A command that compiles the C program as `name` with debug information and threads, and ends
/// with `&& `.
std::string compiled(const std::string &name, const std::string &source,
                     const std::string &options = "-O1");

} // namespace fsfind::test
