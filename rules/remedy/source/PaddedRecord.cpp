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

/// The data end at a multiple of the alignment, so the next line begins at most a line less that
/// alignment behind them.
std::uint64_t sizeApart(const FactRecord &record, std::uint64_t line_size) {
  const std::uint64_t align = std::clamp<std::uint64_t>(record.align, 1, line_size);
  return roundedUp(endOfData(record), align) + line_size - align;
}

} // namespace fsfind
