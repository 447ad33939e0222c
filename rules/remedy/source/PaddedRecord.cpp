#include "rules/remedy/source/PaddedRecord.h"

#include "rules/remedy/layout/RecordLayout.h"

#include <algorithm>

namespace fsfind {

namespace {

std::uint64_t endOfData(const FactRecord &record) {
  std::uint64_t end = 0;
  for (const FactMember &member : record.members)
    if (!member.padding)
      end = std::max(end, member.offset + member.size);
  return end;
}

} // namespace

/// A line begins at a multiple of the alignment, at most a line less that alignment behind the
/// data.
std::uint64_t offsetApart(const FactRecord &record, std::uint64_t end, std::uint64_t line_size) {
  const std::uint64_t align = std::clamp<std::uint64_t>(record.align, 1, line_size);
  return roundedUp(end, align) + line_size - align;
}

std::uint64_t sizeApart(const FactRecord &record, std::uint64_t line_size) {
  return offsetApart(record, endOfData(record), line_size);
}

} // namespace fsfind
