#include "rules/model/LibraryNames.h"

#include <algorithm>
#include <array>

namespace fsfind {

namespace {

constexpr std::array<std::string_view, 5> kCxxNamespaces = {"std", "__gnu_cxx", "__cxxabiv1",
                                                            "__gnu_debug", "__gnu_parallel"};
/// In paths of headers for other machines: a copy of one's files, and folders of cross compilers.
constexpr std::array<std::string_view, 6> kSystemPlaces = {
    "/usr/include/", "/usr/lib/", "/sysroot/", "-linux-gnu", "-linux-musl", "-linux-android"};

/// Whether a header lies where compilers look for the system's (GCC manual, "Directory Options";
/// Debian's and Nix's places of headers for other targets), and not in a project's `include`.
bool isSystemHeader(std::string_view file) {
  if (file.find("/include/") == std::string_view::npos || file.starts_with("/usr/src/"))
    return false;
  if (file.starts_with("/usr/") || file.starts_with("/nix/store/"))
    return true;
  return std::any_of(kSystemPlaces.begin(), kSystemPlaces.end(), [&](std::string_view place) {
    return file.find(place) != std::string_view::npos;
  });
}

} // namespace

bool isCxxLibraryName(std::string_view qualified) {
  const std::string_view outermost = qualified.substr(0, qualified.find("::"));
  return std::find(kCxxNamespaces.begin(), kCxxNamespaces.end(), outermost) != kCxxNamespaces.end();
}

bool isReservedName(std::string_view name) {
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

bool isReservedMember(std::string_view name, const Place &declared) {
  return isReservedName(name) && isSystemHeader(declared.file);
}

} // namespace fsfind
