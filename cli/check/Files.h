#pragma once

#include "rules/model/Expected.h"

#include <string>

namespace fsfind::check {

/// A whole regular file.
[[nodiscard]] Expected<std::string> readFile(const std::string &path);

/// An empty folder of its own, removed with what is in it.
class TemporaryFolder {
public:
  /// In `base`, which exists.
  static Expected<TemporaryFolder> in(const std::string &base);
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder &&other) noexcept;
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// The whole path without `.`, `..` and symbolic links; what is not there is taken as it is
/// written.
[[nodiscard]] std::string absolutePath(const std::string &path);

/// Where `path` is as seen from `base`, both absolute, if it lies below it, perhaps by way of
/// symbolic links; else as it is.
[[nodiscard]] std::string shownPath(const std::string &path, const std::string &base);

/// A message in which paths of files below `base`, which is absolute, are shown as seen from there.
[[nodiscard]] std::string shownText(const std::string &text, const std::string &base);

/// `path` is `folder` or lies below it; both absolute.
[[nodiscard]] bool isBelow(const std::string &path, const std::string &folder);

} // namespace fsfind::check
