#include "rules/remedy/source/TrailingPadding.h"

#include "rules/remedy/source/PaddedRecord.h"
#include "rules/remedy/source/TakesPadding.h"

#include <algorithm>
#include <string>

namespace fsfind {

namespace {

/// The last member, if others may follow it.
const FactMember *lastOf(const FactRecord &record) {
  if (record.members.empty())
    return nullptr;
  const FactMember &last = record.members.back();
  return last.base || last.bit_field || last.padding || last.size == 0 ? nullptr : &last;
}

std::string indentOf(const std::string &lines) {
  return lines.substr(0, lines.find_first_not_of(" \t"));
}

} // namespace

std::optional<Edit> declaredBehind(const Facts &facts, const FactRecord &record,
                                   const std::string &declaration) {
  const FactMember *last = lastOf(record);
  if (!last || !record.tail.known())
    return std::nullopt;
  const Place tail = facts.place(record.tail);
  if (last->lines.empty())
    return Edit{tail.file, tail.line, tail.column, tail.line, tail.column, " " + declaration};
  const auto lines = std::count(last->lines.begin(), last->lines.end(), '\n');
  const std::uint32_t next = last->first_line + static_cast<std::uint32_t>(lines);
  return Edit{tail.file, next, 1, next, 1, indentOf(last->lines) + declaration + "\n"};
}

std::optional<TrailingPadding>
trailingPadding(const FactLookup &lookup, const WrittenRecord &target, std::uint64_t line_size) {
  if (!takesPadding(lookup, target))
    return std::nullopt;
  const FactRecord &record = target.record();
  const std::uint64_t size = sizeApart(record, line_size);
  if (record.members.empty() || size <= record.size)
    return std::nullopt;
  const FactMember &last = record.members.back();
  auto edit = declaredBehind(lookup.facts, record,
                             paddingText(lookup, record, size - (last.offset + last.size)));
  return edit ? std::optional(TrailingPadding{*std::move(edit), size}) : std::nullopt;
}

} // namespace fsfind
