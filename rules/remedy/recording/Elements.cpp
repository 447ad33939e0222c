#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/MeasuredCase.h"
#include "rules/remedy/recording/Reasons.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace fsfind {

namespace {

ElementText ofRecord(const RecordInfo &record) {
  ElementText element{record.name, record.size, true};
  if (record.members)
    element.first = {record.members->front().type, record.members->front().name};
  return element;
}

struct ArrayType {
  std::string element;     ///< empty for types that are no arrays
  std::uint64_t count = 0; ///< 0 = unknown
};

/// Of `long [8]`, `[8]long` and `[long; 8]`, eight of `long`. Of arrays of arrays the elements are
/// the inner ones, which each of the threads has of its own: of `long [2][8]`, two of `long [8]`.
ArrayType arrayType(const std::string &type) {
  const std::size_t open = type.find('['), close = type.find(']');
  if (open == std::string::npos || close == std::string::npos)
    return {};
  const auto count = [&](std::size_t at) { return std::strtoull(type.c_str() + at, nullptr, 10); };
  if (open != 0)
    return {type.substr(0, open) + type.substr(close + 1), count(open + 1)};
  const std::size_t semicolon = type.rfind(';');
  return semicolon == std::string::npos
             ? ArrayType{type.substr(close + 1), count(1)}
             : ArrayType{type.substr(1, semicolon - 1), count(semicolon + 1)};
}

/// Where the object is an element, or an instance beside others of its type.
ElementText wholeObject(const Finding &finding) {
  if (finding.record && finding.record->size == finding.object.size)
    return ofRecord(*finding.record);
  const Object &object = finding.object;
  const bool scalar = finding.members.front().path == displayName(object);
  return {object.type, object.size, !scalar};
}

/// Whether the object is one of several in an array: it is said to be, or lines that contend begin
/// behind its end.
bool isOneOfSeveral(const Finding &finding) {
  const Object &object = finding.object;
  return object.of_array ||
         (object.size != 0 &&
          std::any_of(finding.lines.begin(), finding.lines.end(),
                      [&](std::uint64_t line) { return line >= object.address + object.size; }));
}

/// The first member that lies in an element or is one, before those beside the array.
const FindingMember &memberOfElements(const Finding &finding) {
  const auto found = std::find_if(
      finding.members.begin(), finding.members.end(), [&](const FindingMember &member) {
        const RecordMember *array =
            finding.record ? recordMemberAt(*finding.record, member.path) : nullptr;
        return member.path.find('[') != std::string::npos ||
               (array && member.size != 0 && member.size < array->size);
      });
  return found == finding.members.end() ? finding.members.front() : *found;
}

/// The type of the array's elements; of size 0 if it is not known. The array is the one that the
/// object is an element of, else the variable, a member that the path ends with (`lanes`), or one
/// on the way (`table[].count`). Of the latter the element is known only if its own members are the
/// finding's, and not a record inside it.
ElementText elementOf(const Finding &finding) {
  const FindingMember &first = memberOfElements(finding);
  const RecordInfo *record = finding.record ? &*finding.record : nullptr;
  if (isOneOfSeveral(finding))
    return wholeObject(finding);
  if (const RecordMember *member = record ? recordMemberAt(*record, first.path) : nullptr;
      member && first.size != 0 && first.size < member->size) {
    const ArrayType array = arrayType(member->type);
    return {array.element, array.count == 0 ? first.size : member->size / array.count, false};
  }
  const std::size_t bracket = first.path.rfind(']');
  if (bracket == std::string::npos)
    return wholeObject(finding);
  const bool own = std::count(first.path.begin() + static_cast<std::ptrdiff_t>(bracket),
                              first.path.end(), '.') == 1;
  const bool holder = record && record->name == finding.object.type;
  return record && own && !holder ? ofRecord(*record) : ElementText{};
}

Advice padded(const MeasuredCase &at, const ElementText &element) {
  Advice one;
  one.remedy = Remedy::AlignType;
  one.size_before = element.size;
  one.size_after = wholeLines(element.size, at.line_size);
  one.why = one.size_before == one.size_after
                ? "each element then begins with a cacheline, wherever the array is allocated"
                : fmt::format("an element of {} bytes gets cachelines of its own", element.size);
  one.why += allocationCaution(at);
  one.example = at.idiom.paddedElement(element, at.line_size);
  return one;
}

/// The types by which C, C++, Rust and Go access the bytes of any object, so that an array of them
/// may hold others.
bool isRawByte(std::string_view type) {
  constexpr std::array<std::string_view, 6> kBytes = {"char",      "signed char", "unsigned char",
                                                      "std::byte", "u8",          "uint8"};
  return std::find(kBytes.begin(), kBytes.end(), type) != kBytes.end();
}

/// Words of bits, which threads share by design: padding would leave most bits of a line unused.
bool isOfBits(const Finding &finding, std::string_view element) {
  const auto only = [](const FindingMember &member) {
    return member.writers.empty() || member.updates == std::vector{Update::Bits};
  };
  const bool changed = std::any_of(finding.members.begin(), finding.members.end(),
                                   [](const auto &one) { return !one.updates.empty(); });
  return element == kBitWord ||
         (changed && std::all_of(finding.members.begin(), finding.members.end(), only));
}

/// Whether the elements on the contended lines, each on lines of its own, do not fit into a first
/// level cache. Then who walks the array loses more than its writers gain.
bool areTooMany(const Finding &finding, std::uint64_t size, std::uint32_t line_size) {
  constexpr std::uint64_t kCacheBytes = std::uint64_t{32} << 10; // the least in current processors
  const std::uint64_t padded = wholeLines(size, line_size);
  const std::uint64_t elements = finding.lines.size() * line_size / size;
  return padded != size && elements * padded > kCacheBytes;
}

/// With less false sharing, more loads wait for the lines that are more than wait no longer.
bool isMostlyTrue(const Finding &finding) {
  constexpr double kLeastFalse = 1.0 / 3;
  const auto &part = finding.cost.false_part;
  return finding.sharing == Sharing::Mixed && part && part->share < kLeastFalse;
}

} // namespace

bool meetInObjects(const Finding &finding) {
  return (finding.rule == kRuleAdjacentObjects || finding.allocator_induced) &&
         isMostlyTrue(finding);
}

bool meetInElements(const Finding &finding) {
  return finding.rule == kRulePerThreadSlots && isMostlyTrue(finding) &&
         std::all_of(finding.members.begin(), finding.members.end(),
                     [](const FindingMember &member) {
                       return member.writers.size() > 1 && !member.written_by_elements;
                     });
}

std::string whyElementsAreNotPadded(const Finding &finding, std::uint32_t line_size) {
  if (meetInObjects(finding))
    return "most of the contended loads met another write of the same bytes, which no layout "
           "parts: with lines of their own for the objects each thread would wait for more lines; "
           "hand these objects on less often, or several at once";
  if (finding.rule != kRulePerThreadSlots || finding.members.empty() || finding.allocator_induced)
    return {};
  const ElementText element = elementOf(finding);
  const std::uint64_t size = element.size;
  if (isRawByte(element.type))
    return "these are single bytes, as of memory that the program divides itself: align what it "
           "places there, or let each thread work on whole cachelines of it";
  if (isOfBits(finding, element.type))
    return "these are words of bits, which threads share by design, so padding of words does not "
           "help: give each thread a block of bits on cachelines of its own, or take a byte for "
           "each "
           "(std::vector<char>), where threads change neighbours without a lock";
  if (meetInElements(finding))
    return "the same threads write each of these elements, and most of their loads met another "
           "write of the same one: with lines of their own for the elements each thread would wait "
           "for more lines; add up in each thread, or write them less often";
  if (finding.record && isPacked(*finding.record))
    return whyPacked(finding);
  if (size == 0)
    return finding.object.type.empty()
               ? fmt::format("the size of the elements of {} is not known: debug information of "
                             "the file that defines it (-g) would tell it",
                             subjectOf(finding))
               : fmt::format("which of the records in {} are the elements that threads choose is "
                             "not known: let an element take whole cachelines",
                             subjectOf(finding));
  if (!areTooMany(finding, size, line_size))
    return fmt::format("elements of {} bytes take whole cachelines already, and in this language "
                       "nothing but the allocator has them begin with one",
                       size);
  return fmt::format("elements of {} bytes on {} cachelines contend: padded to {} bytes each, they "
                     "would not fit into a first level cache; let each thread work on a part of "
                     "the array that begins and ends with a cacheline, or on a copy of its own",
                     size, finding.lines.size(), wholeLines(size, line_size));
}

std::vector<Advice> padMeasuredElements(const MeasuredCase &at) {
  const Finding &finding = at.finding;
  if (finding.rule != kRulePerThreadSlots || finding.members.empty() || finding.allocator_induced)
    return {};
  const ElementText element = elementOf(finding);
  if (element.size == 0 || isRawByte(element.type) || isOfBits(finding, element.type) ||
      (finding.record && isPacked(*finding.record)) || meetInElements(finding) ||
      areTooMany(finding, element.size, at.line_size))
    return {};
  Advice one = padded(at, element);
  if (one.example.empty())
    return {};
  return {std::move(one)};
}

} // namespace fsfind
