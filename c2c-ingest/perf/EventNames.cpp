#include "c2c-ingest/perf/EventNames.h"

namespace fsfind::perf {
namespace {

/// u32 count, u32 size of each attribute; then attribute, u32 id count, name, ids.
std::optional<EventAttr> readDescription(FeatureReader &reader, std::uint32_t attr_size,
                                         ByteLayout layout) {
  const Bytes bytes = reader.take(attr_size);
  std::optional<EventAttr> event = decodeAttr(bytes, layout);
  if (!event)
    return std::nullopt;
  std::uint32_t id_count = reader.u32();
  event->name = reader.text();
  for (; id_count > 0 && reader.remaining() >= 8; --id_count)
    event->ids.push_back(reader.u64());
  return event;
}

} // namespace

std::vector<EventAttr> readEventDescriptions(FeatureReader &reader, ByteLayout layout) {
  std::vector<EventAttr> descriptions;
  std::uint32_t count = reader.u32();
  const std::uint32_t attr_size = reader.u32();
  for (; count > 0; --count) {
    std::optional<EventAttr> description = readDescription(reader, attr_size, layout);
    if (!description || !reader.ok())
      break;
    descriptions.push_back(std::move(*description));
  }
  return descriptions;
}

void nameEvents(const std::vector<EventAttr> &descriptions, std::vector<EventAttr> &events) {
  std::unordered_map<std::uint64_t, const EventAttr *> by_id;
  for (const EventAttr &description : descriptions)
    for (const std::uint64_t id : description.ids)
      by_id.emplace(id, &description);
  for (std::size_t index = 0; index < events.size(); ++index) {
    EventAttr &event = events[index];
    const EventAttr *description = index < descriptions.size() ? &descriptions[index] : nullptr;
    if (!event.ids.empty())
      if (const auto found = by_id.find(event.ids.front()); found != by_id.end())
        description = found->second;
    if (!description)
      continue;
    event.name = description->name;
    if (event.ids.empty())
      event.ids = description->ids;
  }
}

/// u64 kind of update, u64 id, then the new value.
void EventRenames::addUpdate(Bytes payload, bool swap) {
  constexpr std::uint64_t kName = 2;
  ByteReader reader(payload, swap);
  const std::uint64_t kind = reader.u64();
  const std::uint64_t id = reader.u64();
  if (reader.ok() && kind == kName)
    by_id_[id] = textUntilNul(reader.take(reader.remaining()));
}

void EventRenames::addType(Bytes payload, bool swap) {
  ByteReader reader(payload, swap);
  const std::uint64_t config = reader.u64();
  if (reader.ok())
    by_config_.try_emplace(config, textUntilNul(reader.take(reader.remaining())));
}

void EventRenames::apply(std::vector<EventAttr> &events) const {
  for (EventAttr &event : events) {
    if (!by_id_.empty())
      for (const std::uint64_t id : event.ids)
        if (const auto update = by_id_.find(id); update != by_id_.end())
          event.name = update->second;
    if (const auto type = by_config_.find(event.config);
        event.name.empty() && type != by_config_.end())
      event.name = type->second;
  }
}

} // namespace fsfind::perf
