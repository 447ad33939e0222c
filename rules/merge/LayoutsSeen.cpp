#include "rules/merge/LayoutsSeen.h"

#include "rules/merge/FactIdentity.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/ContentHash.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace fsfind {

namespace {

std::uint64_t layoutOf(const FactRecord &record) {
  std::string text = fmt::format("{} {}", record.size, record.align);
  for (const FactMember &member : record.members)
    text += fmt::format(" {} {} {}", member.name, member.offset, member.size);
  return contentHash(text);
}

} // namespace

void LayoutsSeen::add(const Facts &facts, const std::string &unit) {
  units_.push_back(unit);
  for (const FactRecord &record : facts.records) {
    const Place place = facts.place(record.place);
    if (!isComplete(record) || !place.known() || isLibraryFile(place.file))
      continue;
    const std::uint64_t key =
        contentHash(fmt::format("{}\n{}:{}:{}", record.key, place.file, place.line, place.column));
    std::vector<Seen> &seen = records_[key];
    const Seen here{layoutOf(record), record.size, units_.size() - 1};
    if (std::any_of(seen.begin(), seen.end(),
                    [&](const Seen &one) { return one.layout == here.layout; }))
      continue;
    seen.push_back(here);
    if (seen.size() == 2)
      several_[key] = {record.name, place, {}};
  }
}

std::vector<SeveralLayouts> LayoutsSeen::several() const {
  std::vector<SeveralLayouts> all;
  for (const auto &[key, record] : several_) {
    SeveralLayouts &one = all.emplace_back(record);
    for (const Seen &seen : records_.at(key))
      one.layouts.push_back({seen.size, units_[seen.unit]});
  }
  std::sort(all.begin(), all.end(), [](const SeveralLayouts &a, const SeveralLayouts &b) {
    return std::tie(a.place.file, a.place.line, a.place.column, a.name) <
           std::tie(b.place.file, b.place.line, b.place.column, b.name);
  });
  return all;
}

} // namespace fsfind
