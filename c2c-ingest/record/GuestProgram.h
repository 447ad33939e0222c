#pragma once

#include "c2c-ingest/record/Host.h"
#include "rules/model/Expected.h"

#include <string>
#include <vector>

namespace fsfind::record {

/// A program that an emulator can run.
struct GuestProgram {
  std::string path;     ///< of the ELF file
  std::string arch;     ///< as QEMU and uname name it: `x86_64`, `aarch64`
  bool dynamic = false; ///< asks for a loader (PT_INTERP)
};

/// The command that the kernel makes of one that starts a script: its interpreter, with the path of
/// the script and its arguments. Any other command as it is.
std::vector<std::string> throughInterpreters(const std::vector<std::string> &command,
                                             const Host &host);

/// Finds what the user's command starts; fails, saying what to do, on anything but a 64-bit
/// program of x86 or Arm.
Expected<GuestProgram> findGuestProgram(const std::string &command, const Host &host);

} // namespace fsfind::record
