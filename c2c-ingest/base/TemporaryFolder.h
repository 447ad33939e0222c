#pragma once

#include "c2c-ingest/base/Descriptor.h"
#include "rules/model/Expected.h"

#include <string>
#include <utility>

namespace fsfind {

/// A new empty folder that only the user can enter, which is removed with its content at the end.
/// If the process is killed before that, the next one that makes a folder of that name there
/// removes it: a lock on it ends with its process. Where the file system has no locks, it is
/// removed a day later.
class TemporaryFolder {
public:
  /// Makes a folder in `base`, which exists; its name begins with `begins`, with which no name of
  /// others' folders there begins.
  [[nodiscard]] static Expected<TemporaryFolder> in(const std::string &base,
                                                    const std::string &begins = "fsfind-scratch-");
  /// Makes a folder in $TMPDIR, or in /tmp.
  [[nodiscard]] static Expected<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder &&other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string &path() const { return path_; }
  /// The path of what has this name in the folder.
  [[nodiscard]] std::string pathOf(const std::string &name) const { return path_ + "/" + name; }

private:
  TemporaryFolder(std::string path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  Descriptor lock_;
};

/// $TMPDIR, or /tmp.
[[nodiscard]] std::string placeOfTemporaries();

} // namespace fsfind
