#include "c2c-ingest/base/TemporaryFolder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace fsfind {

namespace fs = std::filesystem;

Expected<TemporaryFolder> TemporaryFolder::in(const std::string &base, const std::string &begins) {
  std::string pattern = base + "/" + begins + "XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr)
    return failure({base,
                    {},
                    std::string("cannot make a temporary folder: ") + std::strerror(errno),
                    "set TMPDIR to a folder that can be written to"});
  return TemporaryFolder(std::move(pattern));
}

Expected<TemporaryFolder> TemporaryFolder::make() {
  std::error_code none;
  const fs::path base = fs::temp_directory_path(none);
  return in(none ? "/tmp" : base.string());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    fs::remove_all(path_, ignored);
}

} // namespace fsfind
