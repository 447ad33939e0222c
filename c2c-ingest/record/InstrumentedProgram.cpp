#include "c2c-ingest/record/InstrumentedProgram.h"

#include "c2c-ingest/record/layout/InstrumentedRun.h"

#include <cstdlib>
#include <filesystem>

namespace fsfind::record {

Expected<std::string> findInstrumentedLibrary(const std::vector<std::string> &plugin_folders) {
  for (const std::string &folder : plugin_folders) {
    std::string path = instrumentedLibraryIn(folder);
    if (std::error_code error; !std::filesystem::exists(path, error))
      continue;
    if (!canBePreloaded(path))
      return failure({path,
                      {},
                      "no program can load a library from a folder of that name",
                      "install fsfind in a folder without blanks and colons"});
    return path;
  }
  return failure({instrumentedLibraryIn(plugin_folders.empty() ? "" : plugin_folders.front()),
                  {},
                  "the library for instrumented programs is not beside fsfind",
                  "reinstall fsfind, or keep the library in the folder of the fsfind command"});
}

Expected<std::vector<std::string>>
variablesToRecord(const GuestProgram &program, const Simulation &simulation,
                  const std::vector<std::string> &plugin_folders) {
  FSFIND_TRY(const std::string library, findInstrumentedLibrary(plugin_folders));
  if (program.instrumented == Instrumentation::OwnLibrary)
    return failure({program.path,
                    {},
                    "the run-time library of -fsanitize=thread is part of the program",
                    "compile with -fsanitize=thread, but link without it and with " + library});
  if (simulation.out.find('\n') != std::string::npos)
    return failure({simulation.out, {}, "a line ends within the name", "choose another with -o"});
  const char *others = std::getenv("LD_PRELOAD");
  return variablesOfRun(library, settingsOf(simulation), clockOfRun(),
                        others == nullptr ? "" : others);
}

} // namespace fsfind::record
