#pragma once

#include "rules/model/Expected.h"

#include <string>

namespace fsfind::check {

/// The content of a file of the project, or of fsfind's own.
[[nodiscard]] Expected<std::string> readFile(const std::string &path);

/// The absolute path without `.`, `..` and symbolic links; parts that do not exist are kept as they
/// are written.
[[nodiscard]] std::string absolutePath(const std::string &path);

/// The absolute path without `.` and `..`, with its symbolic links: headers and what a file names
/// are found beside the link.
[[nodiscard]] std::string namedPath(const std::string &path);

/// `path` relative to `base`, both absolute, if it lies below it, also after symbolic links are
/// resolved; otherwise `path` unchanged.
[[nodiscard]] std::string shownPath(const std::string &path, const std::string &base);

/// A message in which paths below `base`, which is absolute, are made relative to it.
[[nodiscard]] std::string shownText(const std::string &text, const std::string &base);

/// The nearest folder from `folder` upwards that has a `.git`; `folder` itself if there is none.
[[nodiscard]] std::string repositoryRoot(const std::string &folder);

/// Whether `path` is `folder` or lies below it; both are absolute.
[[nodiscard]] bool isBelow(const std::string &path, const std::string &folder);

} // namespace fsfind::check
