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
  std::string allocations = {}; ///< the library that tells of allocations; empty if not there
};

/// Finds a `qemu-ARCH` that loads plugins, on PATH, in the user's data folder (where build-qemu
/// puts it) or in one of `plugin_folders`, and fsfind's plugin for it in one of these. A QEMU
/// without plugins is passed over. If no other is found, the error says what the first one lacks,
/// or that there is none, and how to get one.
Expected<Emulator> findEmulator(const std::string &arch, const Host &host,
                                const std::vector<std::string> &plugin_folders);

/// Folders where fsfind's plugins and build-qemu are looked for: that of the running fsfind (as
/// built) and ../LIBDIR/fsfind (as installed).
std::vector<std::string> pluginFolders();

/// The whole command that runs `program` with `arguments` ([0] is its name) under the plugin.
/// `preload`: see PreloadFolder; not used for programs of another processor.
std::vector<std::string> emulatorCommand(const Emulator &emulator, const GuestProgram &program,
                                         const std::vector<std::string> &arguments,
                                         const Simulation &simulation, const Host &host,
                                         const std::string &preload = {});

} // namespace fsfind::record
