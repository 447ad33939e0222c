#include "rules/model/AuthorFrame.h"
#include "rules/model/GoPackages.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"

#include <fmt/format.h>
#include <string_view>

namespace fsfind {

namespace {

constexpr std::string_view kNotCleared = "; aligned_alloc does not clear memory as calloc does";

/// The object is a record that the program declares: it has members, and its type is no library's.
bool isOwnRecord(const Finding &finding) {
  const bool members = !finding.members.empty() && finding.members.front().type.empty();
  const bool record = finding.record && finding.record->size == finding.object.size;
  return (record || (finding.rule == kRuleAdjacentObjects && members)) &&
         !isLibraryName(finding.object.type);
}

bool isLibrarysType(const std::string &type) {
  return isLibraryName(type) || isOfGoPackage(type);
}

/// The program's record that lies in or beside memory of which the library or nobody told the type,
/// as in a container's node; empty if none is seen.
std::string heldRecord(const Finding &finding) {
  if (!finding.object.type.empty() && !isLibrarysType(finding.object.type))
    return {};
  for (const FindingMember &member : finding.members)
    if (member.type.empty() && !member.object_type.empty() && !isLibrarysType(member.object_type) &&
        !isLibraryFile(member.declared.file) && !member.writers.empty() &&
        (member.declared.known() || !finding.object.type.empty()))
      return member.object_type;
  return {};
}

Advice apartInNode(const MeasuredCase &at, const std::string &held) {
  Advice one;
  one.remedy = Remedy::AlignType;
  one.why =
      fmt::format("'{}' lies beside what other threads use, in memory that a container or the "
                  "allocator lays out: where the record takes whole cachelines, it has no "
                  "neighbour",
                  held) +
      allocationCaution(at);
  one.example = at.idiom.objectApart({held, 0, true}, at.line_size);
  return one;
}

/// Of arrays, each in a block of its own. There is no example in C++, where how a block is freed
/// tells how it is to be allocated.
Advice apartAsArrays(const MeasuredCase &at) {
  const std::uint64_t size = at.finding.object.block_size;
  Advice one;
  one.remedy = Remedy::AlignAllocation;
  one.why = "the allocator puts the arrays beside each other: one that begins with a cacheline and "
            "takes whole ones has no neighbour on them";
  if (size == 0)
    return one;
  one.size_before = size;
  one.size_after = wholeLines(size, at.line_size);
  if (at.idiom.language() == "C") {
    one.why += kNotCleared;
    one.example = at.idiom.objectApart({at.finding.object.type, size, false}, at.line_size);
  }
  return one;
}

} // namespace

std::vector<Advice> partMeasuredObjects(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (!(finding.rule == kRuleAdjacentObjects || finding.allocator_induced) ||
      finding.object.kind != ObjectKind::Heap || finding.object.size == 0 || meetInObjects(finding))
    return {};
  if (const std::string held = heldRecord(finding); !held.empty())
    return {apartInNode(at, held)};
  if (finding.of_arrays)
    return {apartAsArrays(at)};
  // Of a block with room for several, all is allocated, whatever lies in it. In languages whose
  // allocations all keep alignments, so does what lies around the object.
  const bool whole = finding.object.block_size <= finding.object.size;
  const bool within = !whole && at.idiom.alignedAllocation().empty();
  const ElementText object = {finding.object.type,
                              whole ? finding.object.size : finding.object.block_size,
                              (whole || within) && isOwnRecord(finding) && !isOfOwnAllocator(at)};
  Advice one;
  one.remedy = Remedy::AlignAllocation;
  one.why = fmt::format("the allocator puts {} beside each other: one that takes whole cachelines "
                        "has no neighbour on them",
                        whole ? fmt::format("objects of {} bytes", object.size)
                              : fmt::format("blocks of {} bytes, each with such an object of {} "
                                            "bytes in it,",
                                            object.size, finding.object.size));
  if (whole || !object.record) {
    one.size_before = object.size;
    one.size_after = wholeLines(object.size, at.line_size);
  }
  if (!object.type.empty())
    one.example = at.idiom.objectApart(object, at.line_size);
  if (one.example.starts_with("aligned_alloc"))
    one.why += kNotCleared;
  else if (object.record || isOfOwnAllocator(at))
    one.why += allocationCaution(at);
  return {std::move(one)};
}

} // namespace fsfind
