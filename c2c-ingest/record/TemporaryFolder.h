#pragma once

#include "rules/model/Expected.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace fsfind::record {

/// A folder for files of programs that fsfind runs; removed with all in it.
class TemporaryFolder {
public:
  [[nodiscard]] static Expected<TemporaryFolder> make() {
    std::error_code none;
    const std::filesystem::path base = std::filesystem::temp_directory_path(none);
    std::string name = (none ? "/tmp" : base.string()) + "/fsfind-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      return failure({name,
                      {},
                      std::string("cannot be made: ") + std::strerror(errno),
                      "set TMPDIR to a folder with some space"});
    return TemporaryFolder(name);
  }
  TemporaryFolder(TemporaryFolder &&other) noexcept { std::swap(path_, other.path_); }
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty())
      std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string pathOf(const std::string &name) const { return path_ + "/" + name; }

private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

} // namespace fsfind::record
