#pragma once

#include "c2c-ingest/record/Host.h"
#include "c2c-ingest/record/layout/Instrumentation.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind::record {

/// A program that an emulator can run.
struct GuestProgram {
  std::string path;         ///< of the ELF file
  std::string arch;         ///< as QEMU and uname name it: `x86_64`, `aarch64`
  bool dynamic = false;     ///< needs a dynamic loader (PT_INTERP)
  bool uses_new = false;    ///< imports operator new
  bool checks_heap = false; ///< built with AddressSanitizer, which has to be loaded first
  Instrumentation instrumented = Instrumentation::None;
};

/// The executable that the user's command starts; fails with advice if there is none.
Expected<std::string> findCommand(const std::string &command, const Host &host);

/// If the command starts a script, returns what the kernel runs instead: the interpreter with the
/// script's path and arguments. Returns any other command unchanged.
std::vector<std::string> throughInterpreters(const std::vector<std::string> &command,
                                             const Host &host);

/// Finds the program that the user's command starts; fails if it is not a 64-bit x86 or Arm
/// program, with advice.
Expected<GuestProgram> findGuestProgram(const std::string &command, const Host &host);

} // namespace fsfind::record
