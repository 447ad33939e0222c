#include "c2c-ingest/perf/EventNames.h"

#include <algorithm>
#include <unordered_map>

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
void applyEventUpdate(Bytes payload, bool swap, std::vector<EventAttr> &events) {
  constexpr std::uint64_t kName = 2;
  ByteReader reader(payload, swap);
  const std::uint64_t kind = reader.u64();
  const std::uint64_t id = reader.u64();
  if (!reader.ok() || kind != kName)
    return;
  const std::string_view name = textUntilNul(reader.take(reader.remaining()));
  for (EventAttr &event : events)
    if (std::find(event.ids.begin(), event.ids.end(), id) != event.ids.end())
      event.name = name;
}

void applyEventType(Bytes payload, bool swap, std::vector<EventAttr> &events) {
  ByteReader reader(payload, swap);
  const std::uint64_t config = reader.u64();
  if (!reader.ok())
    return;
  const std::string_view name = textUntilNul(reader.take(reader.remaining()));
  for (EventAttr &event : events)
    if (event.name.empty() && event.config == config)
      event.name = name;
}

} // namespace fsfind::perf
