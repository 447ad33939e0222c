#include "c2c-ingest/record/InstrumentedProgram.h"

#include "c2c-ingest/record/layout/InstrumentedRun.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace fsfind::record {

namespace {

constexpr const char *kLibrary = "fsfind-record-tsan.so";
constexpr const char *kFormerName = "fsfind-record-tsan0.so"; ///< beside it

/// Of the clock that the library reads.
std::uint64_t now() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

} // namespace

Expected<std::string> findInstrumentedLibrary(const std::vector<std::string> &plugin_folders) {
  for (const std::string &folder : plugin_folders) {
    std::string path = folder + "/" + kLibrary;
    if (std::error_code error; !std::filesystem::exists(path, error))
      continue;
    // The loader takes these as separators (ld.so(8)).
    if (path.find_first_of(" \t\n:") != std::string::npos)
      return failure({path,
                      {},
                      "no program can load a library from a folder of that name",
                      "install fsfind in a folder without blanks and colons"});
    return path;
  }
  return failure({kLibrary,
                  {},
                  "the library for instrumented programs is not beside fsfind",
                  "reinstall fsfind, or keep the library in the folder of the fsfind command"});
}

Expected<std::vector<std::string>>
variablesToRecord(const GuestProgram &program, const Simulation &simulation, bool allocations,
                  const std::vector<std::string> &plugin_folders) {
  FSFIND_TRY(const std::string library, findInstrumentedLibrary(plugin_folders));
  if (program.instrumented == Instrumentation::OwnLibrary)
    return failure({program.path,
                    {},
                    "the run-time library of -fsanitize=thread is part of the program",
                    "compile with -fsanitize=thread, but link without it and with " + library});
  if (simulation.out.find('\n') != std::string::npos)
    return failure({simulation.out, {}, "a line ends within the name", "choose another with -o"});
  std::string settings = allocations ? "" : kRunWithoutBlocks;
  for (const std::string &setting : settingsOf(simulation))
    settings += (settings.empty() ? "" : "\n") + setting;
  const char *others = std::getenv("LD_PRELOAD");
  return std::vector<std::string>{
      "LD_PRELOAD=" + library + ":" +
          std::filesystem::path(library).replace_filename(kFormerName).string() +
          (others == nullptr ? "" : ":" + std::string(others)),
      kRunOptions + ("=" + settings), kRunBegan + ("=" + std::to_string(now()))};
}

} // namespace fsfind::record
