#include "c2c-ingest/record/layout/InstrumentedRun.h"

#include <chrono>

namespace fsfind::record {

std::uint64_t clockOfRun() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

std::string instrumentedLibraryIn(const std::string &folder) {
  return folder + "/fsfind-record-tsan.so";
}

bool canBePreloaded(const std::string &path) {
  return path.find_first_of(" \t\n:") == std::string::npos;
}

std::vector<std::string> variablesOfRun(const std::string &library,
                                        const std::vector<std::string> &settings,
                                        std::uint64_t began, const std::string &preloaded) {
  constexpr const char *kFormerName = "/fsfind-record-tsan0.so"; // beside it
  std::string all;
  for (const std::string &setting : settings)
    all += (all.empty() ? "" : "\n") + setting;
  std::string preload =
      "LD_PRELOAD=" + library + ":" + library.substr(0, library.rfind('/')) + kFormerName;
  return {preload + (preloaded.empty() ? "" : ":" + preloaded), kRunOptions + ("=" + all),
          kRunBegan + ("=" + std::to_string(began))};
}

} // namespace fsfind::record
