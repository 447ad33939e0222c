#include "rules/remedy/written/Found.h"
#include "rules/remedy/written/GoPadding.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::written {

namespace {

/// The spaces with which gofmt brings `_` and its type into the columns of the field before it or,
/// if that has no type of its own, of the one on the next line.
std::string gap(std::string_view text, const FieldText &before, const FieldText *after) {
  const FieldText *beside = &before;
  if (before.type == 0 && after != nullptr &&
      text.substr(before.next_line, after->begin - before.next_line).find('\n') ==
          std::string_view::npos)
    beside = after;
  const bool multiline =
      text.substr(beside->begin, beside->end - beside->begin).find('\n') != std::string_view::npos;
  if (beside->type == 0 || multiline)
    return " ";
  const std::string_view names = text.substr(beside->begin, beside->type - beside->begin);
  constexpr unsigned kPart = 0xc0, kContinues = 0x80; // of UTF-8's bytes
  const auto columns = std::count_if(names.begin(), names.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & kPart) != kContinues;
  });
  return std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(columns - 1, 1)), ' ');
}

/// Padding of this type behind a field.
Edit padding(const SourceText &source, const FieldText &field, const FieldText *next,
             const std::string &type) {
  const auto indented = indentation(source.text, field.begin);
  if (field.next_line == 0 || !indented)
    return insertion(source, field.end, "; _ " + type);
  return insertion(source, field.next_line,
                   *indented + "_" + gap(source.text, field, next) + type +
                       std::string(newlineOf(source.text)));
}

/// Go's allocator keeps blocks of whole cachelines on cachelines of their own, save that those with
/// pointers can begin behind a header of a word (runtime/malloc.go, mallocHeaderSize). Its linker
/// aligns variables to 32 bytes at most (cmd/link/internal/*/l.go, maxAlign).
std::uint64_t leastPadding(ObjectKind kind, std::uint32_t line_size) {
  constexpr std::uint64_t kHeader = 8, kVariableAlign = 32;
  return kind == ObjectKind::Heap ? kHeader : line_size - kVariableAlign;
}

WrittenEdits paddedAtEnd(const Finding &finding, const Advice &advice, const Found &found,
                         const GoPadding &package, std::uint32_t line_size) {
  GoPad pad{{}, advice.size_after - advice.size_before};
  pad.type = fmt::format("[{}]byte", pad.bytes);
  if (auto rest = package.rest(advice.size_before))
    pad = *std::move(rest);
  if (pad.bytes < leastPadding(finding.object.kind, line_size))
    return none(fmt::format("{} bytes of padding do not part elements wherever the first one "
                            "begins",
                            pad.bytes));
  WrittenEdits result;
  result.edits = {padding(*found.source, found.record.fields.back(), nullptr, pad.type)};
  result.size_after = advice.size_before + pad.bytes;
  return result;
}

/// As the advice draws it: padding is named `_` and lies between the fields.
WrittenEdits paddedBetween(const Advice &advice, const Found &found, const GoPad &pad) {
  const std::vector<FieldText> &fields = found.record.fields;
  WrittenEdits result;
  std::size_t next = 0;
  std::uint64_t more = 0; // whole lines, so that what is behind keeps its alignment
  for (LayoutMember member : advice.after) {
    const bool known = next < fields.size() && fields[next].name == member.name;
    member.offset += more;
    if (!known && member.name == "_" && next > 0 && next < fields.size()) {
      if (fields[next].together)
        return none(fmt::format("'{}' is declared in one line with the field before it",
                                fields[next].name));
      result.edits.push_back(padding(*found.source, fields[next - 1], &fields[next], pad.type));
      more += pad.bytes - member.size;
      member.size = pad.bytes;
    } else if (!known)
      return none("the fields are not those that the advice is for");
    else
      ++next;
    result.after.push_back(std::move(member));
  }
  if (next != fields.size() || result.edits.empty())
    return none("the advice does not tell the place of each field");
  result.size_after = advice.size_after + more;
  return result;
}

} // namespace

WrittenEdits goEdits(const Finding &finding, const Advice &advice, const Found &found,
                     const std::vector<SourceText> &texts, const Machine &machine) {
  const GoPadding package(found, texts, machine);
  return advice.remedy == Remedy::AlignMembers
             ? paddedBetween(advice, found, package.line())
             : paddedAtEnd(finding, advice, found, package, machine.line_size);
}

} // namespace fsfind::written
