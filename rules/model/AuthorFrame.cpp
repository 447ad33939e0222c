#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fsfind {

namespace {

constexpr std::array<std::string_view, 10> kLibraryScopes = {
    "std::",  "__gnu_cxx::", "core::",   "alloc::",      "<core::",
    "<std::", "<alloc::",    "runtime.", "sync/atomic.", "internal/runtime/"};

/// Installed headers, and the sources that Rust's and Go's standard libraries name.
constexpr std::array<std::string_view, 5> kLibraryFiles = {
    "/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/go/src/", "/rustc/"};

bool isLibrary(const Frame &frame) {
  const auto begins = [](std::string_view text) {
    return [text](std::string_view prefix) { return text.starts_with(prefix); };
  };
  return std::any_of(kLibraryFiles.begin(), kLibraryFiles.end(), begins(frame.place.file)) ||
         std::any_of(kLibraryScopes.begin(), kLibraryScopes.end(), begins(frame.function));
}

} // namespace

const Frame *authorFrame(const Site &site) {
  if (site.frames.empty())
    return nullptr;
  const auto own = std::find_if_not(site.frames.begin(), site.frames.end(), isLibrary);
  return own == site.frames.end() ? &site.frames.front() : &*own;
}

} // namespace fsfind
