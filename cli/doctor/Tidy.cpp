#include "c2c-ingest/record/ChildProcess.h"
#include "cli/doctor/Parts.h"

#include <filesystem>
#include <fstream>
#include <optional>

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

namespace {

namespace fs = std::filesystem;

constexpr int kOldestRelease = 16, kNewestRelease = 22; ///< of clang-tidy, docs/clang-tidy.md

/// The plugin for a release, installed or, for the release that fsfind is built with, as built;
/// none if there is none.
std::optional<std::string> findPlugin(const std::string &release,
                                      const std::vector<std::string> &folders) {
  std::error_code error;
  for (const std::string &folder : folders) {
    const std::string installed = folder + "/clang-tidy-" + release + "/libfsfind-tidy.so";
    if (fs::exists(installed, error))
      return installed;
    const std::string built = folder + "/libfsfind-tidy.so";
    if (release == FSFIND_LLVM_VERSION && fs::exists(built, error))
      return built;
  }
  return std::nullopt;
}

/// Whether this clang-tidy works with the plugin: it reads a unit with fsfind's checks alone, which
/// fails if it has none.
bool loads(const std::string &tidy, const std::string &plugin, const Surroundings &surroundings) {
  const std::string unit = surroundings.workplace + "/tidy.c";
  if (!(std::ofstream(unit) << "int used;\n").flush())
    return false;
  record::ChildPlace place;
  place.output = place.error = surroundings.workplace + "/tidy.output";
  place.apart = true;
  const auto end = record::runChild(
      {tidy, "-load", plugin, "-checks=-*,fsfind-*", "--quiet", unit, "--"}, {}, {}, place);
  return end && end->exit_code == 0;
}

/// Adds what was found of one release, if its plugin is there.
void examineRelease(const std::string &release, const Surroundings &surroundings,
                    PartReport &part) {
  const auto plugin = findPlugin(release, surroundings.folders);
  if (!plugin)
    return;
  const auto tidy = surroundings.host.findProgram("clang-tidy-" + release);
  if (tidy && loads(*tidy, *plugin, surroundings)) {
    part.facts.push_back(*tidy + " with " + *plugin);
    return;
  }
  part.lack += (part.lack.empty() ? "" : "; ") + *plugin +
               (tidy ? " is not for this release of " + *tidy : ": no clang-tidy-" + release);
  part.remedy = tidy ? "install the clang-tidy that the plugin was built for, or build the plugin "
                       "anew"
                     : "install clang-tidy-" + release;
}

} // namespace

PartReport examineTidy(const Surroundings &surroundings) {
  PartReport part{"clang-tidy", "fsfind's rules as checks of clang-tidy"};
  for (int release = kOldestRelease; release <= kNewestRelease; ++release)
    examineRelease(std::to_string(release), surroundings, part);
  if (part.facts.empty() && part.lack.empty()) {
    part.lack = "no plugin is installed";
    part.remedy = "build and install the one for your clang-tidy (docs/clang-tidy.md)";
  }
  if (!part.lack.empty())
    part.state = part.facts.empty() ? PartState::Missing : PartState::Limited;
  return part;
}

} // namespace fsfind::doctor
