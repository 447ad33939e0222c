#include "rules/remedy/idiom/Languages.h"
#include "rules/remedy/written/Found.h"
#include "rules/remedy/written/RustMembers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace fsfind::written {

namespace {

/// The one alignment to a cacheline, or to two, that attributes of the file write; else a line's.
std::uint64_t usualAlignment(const Tokens &tokens, std::uint32_t line_size) {
  std::set<std::uint64_t> used;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (isRun(tokens, i, {"#", "["}))
      if (const auto align = alignmentOf(tokens, i + 1);
          align == line_size || align == std::uint64_t{2} * line_size)
        used.insert(*align);
  return used.size() == 1 ? *used.begin() : line_size;
}

/// Whether code of the file measures the record, or takes its bytes for another type's.
bool isMeasured(const Tokens &tokens, std::string_view name) {
  constexpr std::array<std::string_view, 5> kMeasures = {"size_of", "size_of_val", "align_of",
                                                         "offset_of", "transmute"};
  constexpr std::size_t kNear = 10; // tokens, as of `transmute::<[u8; 8], Name>`
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (std::find(kMeasures.begin(), kMeasures.end(), tokens[i].text) != kMeasures.end())
      for (std::size_t j = i + 1; j < std::min(i + kNear, tokens.size()); ++j)
        if (tokens[j].is(name))
          return true;
  return false;
}

WrittenEdits aligned(const Advice &advice, const Found &found, const Tokens &tokens,
                     const std::optional<RustWrapper> &wrapper, std::uint32_t line_size) {
  const std::string &text = found.source->text;
  const auto indented = indentation(text, found.record.begin);
  const std::uint64_t align = usualAlignment(tokens, line_size);
  std::string line = fmt::format("#[repr(align({}))]", align);
  line += indented ? std::string(newlineOf(text)) + *indented : " ";
  WrittenEdits result;
  result.edits = {insertion(*found.source, found.record.begin, std::move(line))};
  result.size_after = roundedUp(advice.size_before, align);
  if (wrapper)
    result.remark =
        fmt::format("'{}', which the file knows, around each of them does the same", wrapper->name);
  return result;
}

/// The members that the advice wraps, which are larger then.
std::vector<RecordMember> wrapped(const Finding &finding, const Advice &advice) {
  std::vector<RecordMember> fields;
  for (const RecordMember &member : *finding.record->members)
    for (const LayoutMember &after : advice.after)
      if (after.name == member.name && after.size > member.size)
        fields.push_back(member);
  return fields;
}

/// The layout that the advice draws, with the wrapper's alignment in place of a line.
std::optional<SeparatedRecord> layout(const Finding &finding, const Advice &advice,
                                      const std::vector<RecordMember> &fields,
                                      std::uint64_t align) {
  LayoutParts parts;
  std::vector<std::string> types;
  for (const RecordMember &member : *finding.record->members) {
    LayoutPart part{member.name, member.offset, member.size, member.align, {}, false, true};
    part.contended = std::any_of(fields.begin(), fields.end(),
                                 [&](const auto &one) { return one.name == member.name; });
    for (const LayoutMember &before : advice.before)
      if (before.name == member.name)
        part.writers = {before.writers.begin(), before.writers.end()};
    parts.push_back(std::move(part));
    types.push_back(member.type);
  }
  return rustIdiom().separated(parts, types, static_cast<std::uint32_t>(align));
}

void draw(WrittenEdits &result, const SeparatedRecord &separated) {
  for (const Placed &placed : separated.arrangement.members) {
    const LayoutPart &part = separated.parts[placed.part];
    result.after.push_back(
        {part.name, placed.offset, part.size, {part.writers.begin(), part.writers.end()}});
  }
  result.size_after = separated.arrangement.size;
}

WrittenEdits membersApart(const Finding &finding, const Advice &advice, const Found &found,
                          const RustText &file, const RustWrapper &wrapper) {
  const std::vector<RecordMember> fields = wrapped(finding, advice);
  const auto separated = layout(finding, advice, fields, wrapper.align);
  if (!separated)
    return none("the advice does not tell which fields are to lie apart");
  WrittenEdits result = wrapFields(found, fields, file, wrapper);
  draw(result, *separated);
  for (const RecordMember &field : fields)
    result.example +=
        fmt::format("{}: {}<{}>,\n", field.name, wrapper.name, unqualified(field.type));
  if (!result.obstacle.empty())
    result.obstacle =
        fmt::format("it is not certain to compile with '{}', which the file knows: {}",
                    wrapper.name, result.obstacle);
  return result;
}

} // namespace

WrittenEdits rustEdits(const Finding &finding, const Advice &advice, const Found &found,
                       const std::vector<SourceText> &texts, const Machine &machine) {
  const bool members = advice.remedy == Remedy::AlignMembers;
  const Tokens tokens = tokensOf(found.source->text, Language::Rust);
  const Brackets brackets(tokens);
  const std::size_t at = tokenAt(tokens, found.record.begin);
  const auto wrapper =
      brackets.whole ? wrapperAt(tokens, brackets, at, texts, machine) : std::nullopt;
  if (members && !wrapper)
    return none("in Rust the fields and all that makes them would have to change");
  if (found.record.represented)
    return none("the record has an attribute that tells its representation, on which other code "
                "may rely");
  if (isMeasured(tokens, definedName(finding.record->name)))
    return none("code of the file measures the record");
  return members ? membersApart(finding, advice, found, {tokens, brackets}, *wrapper)
                 : aligned(advice, found, tokens, wrapper, machine.line_size);
}

} // namespace fsfind::written
