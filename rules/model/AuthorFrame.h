#pragma once

#include "rules/model/Profile.h"

#include <string_view>

namespace fsfind {

/// The innermost frame that is not in a library of the language, since authors look for their own
/// code. The innermost frame of all if every frame is in a library; null if the site has no frames.
/// It points into `site`.
[[nodiscard]] const Frame *authorFrame(const Site &site);

/// The file is an installed header, or a source of Rust's or Go's standard library.
[[nodiscard]] bool isLibraryFile(std::string_view file);

/// Whether the file is of a package that Cargo or Go has fetched for a program.
[[nodiscard]] bool isFetchedFile(std::string_view file);

/// The qualified name is one of a language's standard library.
[[nodiscard]] bool isLibraryName(std::string_view name);

} // namespace fsfind
