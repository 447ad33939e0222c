#pragma once

#include <cstdint>
#include <string>

namespace fsfind::record {

/// Whether a program is built with -fsanitize=thread: the run-time library that its code calls is
/// its own, as clang links it, or another file's, as gcc does, which can be another one then.
enum class Instrumentation : std::uint8_t { None, OwnLibrary, SharedLibrary };

/// None of a file that is no 64-bit ELF file, or cannot be read.
Instrumentation instrumentationOf(const std::string &path);

} // namespace fsfind::record
