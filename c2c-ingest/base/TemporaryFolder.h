#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <utility>

namespace fsfind {

/// A new empty folder, which is removed with its content at the end.
class TemporaryFolder {
public:
  /// Makes a folder in `base`, which exists; its name begins with `begins`.
  [[nodiscard]] static Expected<TemporaryFolder> in(const std::string &base,
                                                    const std::string &begins = "fsfind-");
  /// Makes a folder in $TMPDIR, or in /tmp.
  [[nodiscard]] static Expected<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder &&other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string &path() const { return path_; }
  /// The path of what has this name in the folder.
  [[nodiscard]] std::string pathOf(const std::string &name) const { return path_ + "/" + name; }

private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

} // namespace fsfind
