#include "rules/remedy/source/RecordParts.h"

#include "rules/remedy/source/AnonymousPart.h"
#include "rules/remedy/source/WrittenAlignment.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

LayoutPart partOf(const Facts &facts, const FactMember &member, bool by_attribute) {
  LayoutPart part;
  part.name = calledAs(facts, member);
  part.offset = member.offset;
  part.size = member.size;
  part.align = std::max({facts.type(member.type).align, member.declared_align, std::uint64_t{1}});
  const FactMember *aligned = alignedBy(facts, member, by_attribute);
  part.alignable = aligned && member.declared_align == 0;
  part.fills_lines = aligned && aligned != &member;
  return part;
}

using PartsByPlace = Grouped<FactPlace, std::size_t>;

PartsByPlace partsByPlace(const FactRecord &record) {
  std::vector<PartsByPlace::Entry> parts;
  for (std::size_t i = 0; i < record.members.size(); ++i)
    if (!record.members[i].base)
      parts.emplace_back(record.members[i].place, i);
  return PartsByPlace(std::move(parts));
}

/// The record's member that is, or contains, the finding's member: found by its place, which all
/// instances of a template share, else by its offset.
std::optional<std::size_t> memberOf(const FactRecord &record, const PartsByPlace &by_place,
                                    FactPlace declared, std::uint64_t offset) {
  if (const std::size_t *part = declared.known() ? by_place.first(declared) : nullptr)
    return *part;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < record.members.size(); ++i)
    if (const FactMember &one = record.members[i];
        offset >= one.offset && offset < one.offset + one.size)
      found = i;
  return found;
}

void contend(RecordParts &result, std::size_t at, const FindingMember &member) {
  LayoutPart &part = result.parts[at];
  const std::set<std::string> writers(member.writers.begin(), member.writers.end());
  result.inseparable = result.inseparable || (part.contended && part.writers != writers);
  part.writers.insert(writers.begin(), writers.end());
  part.contended = true;
}

/// An array at the end that may extend beyond the record: `data[]`, `data[1]`.
bool isOpen(const Facts &facts, const FactMember &last) {
  const FactType &type = facts.type(last.type);
  return last.size == 0 || (type.kind == TypeClass::Array && type.elements < 2);
}

bool isMovable(const Facts &facts, const FactRecord &record) {
  return !record.polymorphic && !isOpen(facts, record.members.back()) &&
         std::none_of(record.members.begin(), record.members.end(), [](const FactMember &member) {
           return member.base || member.bit_field || member.padding || member.declared_align != 0;
         });
}

bool haveSameWriters(const LayoutPart &a, const LayoutPart &b) {
  return a.writers == b.writers && (!a.writers.empty() || a.rare_writers == b.rare_writers);
}

std::string useInWords(const LayoutPart &part) {
  const bool rarely = part.writers.empty();
  const std::set<std::string> &writers = rarely ? part.rare_writers : part.writers;
  if (writers.empty())
    return "read";
  return fmt::format("{}written by {}{}", rarely ? "rarely " : "", *writers.begin(),
                     writers.size() > 1 ? " and others" : "");
}

} // namespace

RecordParts recordParts(const AdviceCase &at, const FactRecord &record) {
  RecordParts result;
  const WrittenAlignment alignment =
      alignmentIn(at.lookup, at.facts.place(record.place).file, record.constant, at.line_size);
  for (const FactMember &member : record.members)
    result.parts.push_back(partOf(at.facts, member, alignment.byAttribute()));
  const PartsByPlace by_place = partsByPlace(record);
  for (const FindingMember &member : at.finding.members)
    if (const auto part =
            memberOf(record, by_place, at.lookup.declared.place(member.declared), member.offset))
      contend(result, *part, member);
  result.exact = !record.is_union && !result.parts.empty() &&
                 isExplained(result.parts, record.size, record.align);
  result.movable = result.exact && isMovable(at.facts, record);
  return result;
}

std::vector<LayoutMember> drawn(const LayoutParts &parts, const Arrangement &arrangement) {
  std::vector<LayoutMember> members;
  for (const Placed &placed : arrangement.members) {
    const LayoutPart &part = parts[placed.part];
    members.push_back(
        {part.name, placed.offset, part.size, {part.writers.begin(), part.writers.end()}});
  }
  return members;
}

std::string writersInWords(const LayoutParts &parts) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> words;
  const LayoutPart *last = nullptr;
  for (const LayoutPart &part : parts) {
    if (!part.contended || (last && haveSameWriters(*last, part)))
      continue;
    last = &part;
    words.push_back(fmt::format("'{}' is {}", part.name, useInWords(part)));
  }
  if (words.size() > kShown)
    words = {words.begin(), words.begin() + kShown};
  return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace fsfind
