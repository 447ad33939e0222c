#include "rules/remedy/source/PaddingBetween.h"

#include "rules/remedy/source/AlignedDeclarations.h"
#include "rules/remedy/source/AnonymousPart.h"
#include "rules/remedy/source/PaddedRecord.h"
#include "rules/remedy/source/TakesPadding.h"
#include "rules/remedy/source/TrailingPadding.h"

#include <algorithm>
#include <string>
#include <utility>

namespace fsfind {

namespace {

/// Lays out a record's members with padding before some of them.
class Padded {
public:
  Padded(const FactRecord &record, const LayoutParts &parts, std::uint32_t line_size)
      : record_(record), parts_(parts), line_size_(line_size), paddings_(parts.size()) {}

  /// Pads before each member that `aligned` aligns. Returns whether that parts all writers.
  bool pad(const Arrangement &aligned) {
    std::uint64_t end = 0;
    for (const Placed &placed : aligned.members) {
      const LayoutPart &part = parts_[placed.part];
      if (placed.aligned) {
        paddings_[placed.part] = offsetApart(record_, end, line_size_) - end;
        end += paddings_[placed.part];
      }
      const std::uint64_t offset = roundedUp(end, part.align);
      arrangement_.members.push_back({placed.part, offset, false});
      end = offset + dataOf(placed.part);
    }
    arrangement_.size = roundedUp(end, std::max<std::uint64_t>(record_.align, 1));
    return areApart();
  }

  [[nodiscard]] std::uint64_t before(std::size_t part) const { return paddings_[part]; }

  /// Bytes behind the last member with which the record ends where another line may begin behind
  /// its contended members.
  [[nodiscard]] std::uint64_t behind() const {
    std::uint64_t end = 0, contended_end = 0;
    for (const Placed &placed : arrangement_.members) {
      end = placed.offset + dataOf(placed.part);
      if (parts_[placed.part].contended)
        contended_end = end;
    }
    const std::uint64_t apart = offsetApart(record_, contended_end, line_size_);
    return apart <= arrangement_.size ? 0 : apart - end;
  }

  void padBehind() {
    const Placed &last = arrangement_.members.back();
    arrangement_.size = last.offset + dataOf(last.part) + behind();
  }

  [[nodiscard]] Arrangement take() && { return std::move(arrangement_); }

private:
  /// Bytes of data. A class's first members may lie in the padding at its base's end (Itanium C++
  /// ABI, 2.4).
  [[nodiscard]] std::uint64_t dataOf(std::size_t part) const {
    const std::uint64_t size = parts_[part].size;
    const bool is_last = part + 1 == parts_.size();
    const std::uint64_t to_next = is_last ? 0 : parts_[part + 1].offset - parts_[part].offset;
    if (to_next == 0 && !is_last && record_.members[part].base) // an empty class
      return 0;
    return to_next == 0 ? size : std::min(size, to_next);
  }

  [[nodiscard]] bool areApart() const {
    const Placed *last = nullptr;
    for (const Placed &placed : arrangement_.members) {
      const LayoutPart &part = parts_[placed.part];
      if (!part.contended)
        continue;
      if (last && parts_[last->part].writers != part.writers &&
          placed.offset < offsetApart(record_, last->offset + dataOf(last->part), line_size_))
        return false;
      last = &placed;
    }
    return true;
  }

  const FactRecord &record_;
  const LayoutParts &parts_;
  std::uint32_t line_size_;
  std::vector<std::uint64_t> paddings_; ///< bytes before each part
  Arrangement arrangement_;
};

bool takesTextBefore(const FactMember &member) {
  const bool anonymous = member.name.empty() && !member.bit_field;
  return !member.base && (member.declaration.known() || (anonymous && !member.lines.empty()));
}

/// Declares padding before members: on a line of its own if the member has its own lines, with the
/// comments that belong to it.
std::vector<Edit> editsOf(const FactLookup &lookup, const WrittenRecord &target, Padded &padded) {
  const Facts &facts = lookup.facts;
  const FactRecord &record = target.record();
  std::vector<Edit> lines;
  std::vector<DeclarationEdit> inner;
  std::size_t number = 0;
  for (std::size_t i = 0; i < record.members.size(); ++i) {
    const FactMember &member = record.members[i];
    const std::string declaration =
        padded.before(i) == 0 ? "" : paddingText(lookup, record, padded.before(i), number++);
    const bool own_line = !member.lines.empty();
    addDeclarations(facts, member, own_line || declaration.empty() ? nullptr : &member,
                    declaration + " ", inner);
    if (!own_line || declaration.empty())
      continue;
    const Place at = facts.place({member.place.file, member.first_line, 1});
    const std::string indent = member.lines.substr(0, member.lines.find_first_not_of(" \t"));
    lines.push_back({at.file, at.line, 1, at.line, 1, indent + declaration + "\n"});
  }
  std::vector<Edit> all = alignedDeclarations(facts, inner);
  all.insert(all.end(), lines.begin(), lines.end());
  // Behind a base follow the members of its derived classes, which are planned with it.
  const std::uint64_t behind = target.isBase() ? 0 : padded.behind();
  if (behind == 0)
    return all;
  if (auto edit = declaredBehind(facts, record, paddingText(lookup, record, behind, number))) {
    padded.padBehind();
    all.push_back(*std::move(edit));
  }
  return all;
}

} // namespace

std::optional<PaddedMembers> paddingBetween(const FactLookup &lookup, const WrittenRecord &target,
                                            const LayoutParts &parts, std::uint32_t line_size) {
  if (!takesPadding(lookup, target) || !haveDifferentWriters(parts))
    return std::nullopt;
  const FactRecord &record = target.record();
  LayoutParts writable = parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    writable[i].alignable = takesTextBefore(record.members[i]);
  const auto aligned = separatedInPlace(writable, line_size);
  Padded padded(record, parts, line_size);
  if (!aligned || !padded.pad(*aligned))
    return std::nullopt;
  std::vector<Edit> edits = editsOf(lookup, target, padded);
  return PaddedMembers{std::move(edits), std::move(padded).take()};
}

} // namespace fsfind
