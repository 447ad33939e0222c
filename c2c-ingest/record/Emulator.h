#pragma once

#include "c2c-ingest/record/GuestProgram.h"
#include "c2c-ingest/record/Simulation.h"

#include <string>
#include <vector>

namespace fsfind::record {

/// QEMU's user-mode emulator for a program, with fsfind's plugin for its version.
struct Emulator {
  std::string path;
  std::string version; ///< `7.2.22`
  std::string plugin;
};

/// Finds `qemu-ARCH` on PATH and the plugin in one of `plugin_folders`. Fails, with the package to
/// install, if QEMU is absent or its plugin interface is of a version there is no plugin for.
Expected<Emulator> findEmulator(const std::string &arch, const Host &host,
                                const std::vector<std::string> &plugin_folders);

/// Where plugins lie beside a running fsfind: its own folder (as built) and ../LIBDIR/fsfind (as
/// installed).
std::vector<std::string> pluginFolders();

/// The whole command that runs `program` with `arguments` ([0] is its name) under the plugin.
std::vector<std::string> emulatorCommand(const Emulator &emulator, const GuestProgram &program,
                                         const std::vector<std::string> &arguments,
                                         const Simulation &simulation, const Host &host);

} // namespace fsfind::record
