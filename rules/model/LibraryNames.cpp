#include "rules/model/LibraryNames.h"

#include <algorithm>
#include <array>

namespace fsfind {

namespace {

constexpr std::array<std::string_view, 5> kCxxNamespaces = {"std", "__gnu_cxx", "__cxxabiv1",
                                                            "__gnu_debug", "__gnu_parallel"};

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
  return isReservedName(name) && declared.file.find("/include/") != std::string::npos;
}

} // namespace fsfind
