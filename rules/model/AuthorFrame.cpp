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

template <std::size_t N>
bool beginsWithOneOf(std::string_view text, const std::array<std::string_view, N> &prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [text](std::string_view prefix) { return text.starts_with(prefix); });
}

bool isLibrary(const Frame &frame) {
  return isLibraryFile(frame.place.file) || isLibraryName(frame.function);
}

} // namespace

bool isLibraryFile(std::string_view file) {
  return beginsWithOneOf(file, kLibraryFiles);
}

bool isFetchedFile(std::string_view file) {
  return file.find("/registry/src/") != std::string_view::npos ||
         file.find("/pkg/mod/") != std::string_view::npos;
}

bool isLibraryName(std::string_view name) {
  return beginsWithOneOf(name, kLibraryScopes);
}

const Frame *authorFrame(const Site &site) {
  if (site.frames.empty())
    return nullptr;
  const auto own = std::find_if_not(site.frames.begin(), site.frames.end(), isLibrary);
  return own == site.frames.end() ? &site.frames.front() : &*own;
}

} // namespace fsfind
