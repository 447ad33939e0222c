#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// How a program built with -fsanitize=thread is told what to record: variables of the environment,
/// which the programs that it executes inherit.
namespace fsfind::record {

/// sim::Options as `key=value`, each but the last followed by a newline.
inline constexpr const char *kRunOptions = "FSFIND_RECORD_RUN";
/// When the recording began, by clockOfRun().
inline constexpr const char *kRunBegan = "FSFIND_RECORD_BEGAN";

/// CLOCK_MONOTONIC, ns.
std::uint64_t clockOfRun();

/// The library that such programs are to load (record/instrumented).
std::string instrumentedLibraryIn(const std::string &folder);
/// False if the loader takes part of the path as a separator (ld.so(8)).
bool canBePreloaded(const std::string &path);

/// The variables, as `name=value`; LD_PRELOAD is the first. `preloaded`: what it says without us.
std::vector<std::string> variablesOfRun(const std::string &library,
                                        const std::vector<std::string> &settings,
                                        std::uint64_t began, const std::string &preloaded);

} // namespace fsfind::record
