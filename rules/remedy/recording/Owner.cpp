#include "rules/remedy/recording/Owner.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fsfind {

namespace {

/// File names of glibc and musl, of their present and former releases.
constexpr std::array<std::string_view, 6> kCLibraries = {"libc.so",  "libc-2.", "libc.musl-",
                                                         "ld-linux", "ld-2.",   "ld-musl-"};

bool isCLibrary(std::string_view module) {
  const std::string_view name = module.substr(module.rfind('/') + 1);
  return std::any_of(kCLibraries.begin(), kCLibraries.end(),
                     [name](std::string_view one) { return name.starts_with(one); });
}

/// glibc and musl keep their allocators in folders of this name.
bool isOfAllocator(const Place &place) {
  return place.file.starts_with("malloc/") || place.file.find("/malloc/") != std::string::npos;
}

bool isAllocators(const Finding &finding) {
  return isOfAllocator(finding.object.declared) || isOfAllocator(finding.location) ||
         std::any_of(finding.related.begin(), finding.related.end(),
                     [](const RelatedPlace &related) { return isOfAllocator(related.place); });
}

/// Of objects that lie beside each other, or in a container's node, some are the program's.
bool anyIsPrograms(const Finding &finding) {
  return finding.rule == kRuleAdjacentObjects &&
         std::any_of(finding.members.begin(), finding.members.end(), [](const auto &member) {
           return member.declared.known() && !isLibraryFile(member.declared.file);
         });
}

/// Elements of an array that the program allocates: what they are may be a library's.
bool isProgramsArray(const Finding &finding) {
  return finding.rule == kRulePerThreadSlots && !finding.object.holder.empty() &&
         finding.location.known() && !isLibraryFile(finding.location.file);
}

/// Data that only a library's own code can lay out. A variable of the program's may have a type of
/// a library's, so that its members lie as the library says, but it itself where the program says.
bool isLibrarys(const Finding &finding) {
  const Place &declared = finding.object.declared;
  if (anyIsPrograms(finding) || isProgramsArray(finding))
    return false;
  if (finding.object.name.empty() && finding.record && finding.record->declared.known())
    return isLibraryFile(finding.record->declared.file);
  return declared.known() ? isLibraryFile(declared.file) : isLibraryName(finding.object.name);
}

} // namespace

Owner ownerOf(const Finding &finding) {
  if (isCLibrary(finding.module))
    return isAllocators(finding) ? Owner::Allocator : Owner::CLibrary;
  return isLibrarys(finding) ? Owner::Library : Owner::Program;
}

} // namespace fsfind
