#include "c2c-ingest/record/PreloadFolder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <utility>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

/// The loader takes these as separators (ld.so(8)).
constexpr const char *kSeparators = " \t\n:";
// Whatever the umask: the program may change its user.
constexpr mode_t kFolderForAll = 0755, kFileForAll = 0644;

/// The text of the list of libraries: ours before those that the host loads anyway.
std::string listOf(const std::vector<std::string> &libraries, const Host &host) {
  std::string list;
  for (const std::string &library : libraries)
    list += library + '\n';
  return list + host.read("/etc/ld.so.preload").value_or("");
}

} // namespace

PreloadFolder::PreloadFolder(const std::vector<std::string> &libraries, const Host &host) {
  const bool nameable = std::none_of(libraries.begin(), libraries.end(), [](const auto &library) {
    return library.find_first_of(kSeparators) != std::string::npos;
  });
  const bool taken = std::getenv("QEMU_LD_PREFIX") != nullptr; // the user has such a folder
  if (libraries.empty() || !nameable || taken)
    return;
  auto made = TemporaryFolder::in(placeOfTemporaries(), "fsfind-preload-");
  if (!made)
    return;
  folder_.emplace(std::move(*made));
  std::error_code error;
  const std::string inner = folder_->pathOf("etc"), file = inner + "/ld.so.preload";
  fs::create_directory(inner, error);
  std::ofstream(file) << listOf(libraries, host);
  chmod(folder_->path().c_str(), kFolderForAll);
  chmod(inner.c_str(), kFolderForAll);
  chmod(file.c_str(), kFileForAll);
}

} // namespace fsfind::record
