#include "c2c-ingest/base/KernelList.h"

#include <charconv>

namespace fsfind {

std::vector<NumberRange> kernelRanges(std::string_view list) {
  std::vector<NumberRange> ranges;
  std::uint32_t next = 0;
  const char *at = list.data(), *const end = at + list.size();
  while (at != end) {
    NumberRange range;
    auto read = std::from_chars(at, end, range.first);
    range.last = range.first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
      read = std::from_chars(read.ptr + 1, end, range.last);
    if (read.ec != std::errc() || range.first < next || range.last < range.first ||
        range.last >= kMostCpus)
      return {};
    next = range.last + 1;
    ranges.push_back(range);
    at = read.ptr;
    if (at != end && *at++ != ',')
      return {};
  }
  return ranges;
}

std::vector<std::uint32_t> kernelNumbers(std::string_view list) {
  std::vector<std::uint32_t> numbers;
  for (const NumberRange &range : kernelRanges(list))
    for (std::uint32_t number = range.first; number <= range.last; ++number)
      numbers.push_back(number);
  return numbers;
}

} // namespace fsfind
