#include "c2c-ingest/record/PreloadFolder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

/// The loader takes these as separators (ld.so(8)).
constexpr const char *kSeparators = " \t\n:";

} // namespace

PreloadFolder::PreloadFolder(const std::vector<std::string> &libraries, const Host &host) {
  const bool nameable = std::none_of(libraries.begin(), libraries.end(), [](const auto &library) {
    return library.find_first_of(kSeparators) != std::string::npos;
  });
  const bool taken = std::getenv("QEMU_LD_PREFIX") != nullptr; // the user has such a folder
  if (libraries.empty() || !nameable || taken)
    return;
  std::error_code error;
  std::string path = (fs::temp_directory_path(error) / "fsfind-XXXXXX").string();
  if (error || mkdtemp(path.data()) == nullptr)
    return;
  path_ = path;
  const std::string folder = path_ + "/etc", file = folder + "/ld.so.preload";
  fs::create_directory(folder, error);
  std::ofstream list(file);
  for (const std::string &library : libraries)
    list << library << '\n';
  list << host.read("/etc/ld.so.preload").value_or("");
  // Whatever the umask: the program may change its user.
  constexpr mode_t kFolderForAll = 0755, kFileForAll = 0644;
  chmod(path_.c_str(), kFolderForAll);
  chmod(folder.c_str(), kFolderForAll);
  chmod(file.c_str(), kFileForAll);
}

PreloadFolder::~PreloadFolder() {
  std::error_code error;
  if (!path_.empty())
    fs::remove_all(path_, error);
}

} // namespace fsfind::record
