#include "c2c-ingest/lines/LineKey.h"

namespace fsfind::lines {

std::uint32_t LineGroups::of(const CellKey &key) {
  const Origin origin{key.data_mapping, key.mode,
                      key.data_mapping == perf::kNoMapping ? 0 : key.pid};
  if (any_ && origin == last_)
    return last_group_;
  const auto found = of_origin_.find(origin);
  last_group_ = found != of_origin_.end() ? found->second : add(origin);
  last_ = origin;
  any_ = true;
  return last_group_;
}

std::uint32_t LineGroups::add(const Origin &origin) {
  LineGroup group;
  group.mode = origin.mode;
  group.unmapped = origin.mapping == perf::kNoMapping;
  if (!group.unmapped) {
    const perf::Mapping &mapping = spaces_.mapping(origin.mapping);
    group.file = mapping.file;
    group.pid = mapping.perProcess() ? origin.pid : 0;
  }
  const auto number = static_cast<std::uint32_t>(groups_.size());
  const auto entry = groups_.try_emplace(std::move(group), number).first;
  of_origin_.emplace(origin, entry->second);
  return entry->second;
}

std::vector<std::uint32_t> LineGroups::ranks() const {
  std::vector<std::uint32_t> ranks(groups_.size());
  std::uint32_t rank = 0;
  for (const auto &[group, number] : groups_)
    ranks[number] = rank++;
  return ranks;
}

} // namespace fsfind::lines
