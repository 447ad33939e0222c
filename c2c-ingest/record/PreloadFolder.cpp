#include "c2c-ingest/record/PreloadFolder.h"

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

PreloadFolder::PreloadFolder(const std::string &library, const Host &host) {
  if (library.empty() || library.find_first_of(kSeparators) != std::string::npos ||
      std::getenv("QEMU_LD_PREFIX") != nullptr) // the user has such a folder
    return;
  std::error_code error;
  std::string path = (fs::temp_directory_path(error) / "fsfind-XXXXXX").string();
  if (error || mkdtemp(path.data()) == nullptr)
    return;
  path_ = path;
  constexpr mode_t kForAllToRead = 0755; // the program may change its user
  chmod(path_.c_str(), kForAllToRead);
  fs::create_directory(path_ + "/etc", error);
  std::ofstream(path_ + "/etc/ld.so.preload") << library << '\n'
                                              << host.read("/etc/ld.so.preload").value_or("");
}

PreloadFolder::~PreloadFolder() {
  std::error_code error;
  if (!path_.empty())
    fs::remove_all(path_, error);
}

} // namespace fsfind::record
