#pragma once

#include "c2c-ingest/perf/Attributes.h"
#include "c2c-ingest/perf/FeatureReader.h"
#include "c2c-ingest/perf/Recording.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace fsfind::perf {

/// The EVENT_DESC feature: attributes with ids and names.
std::vector<EventAttr> readEventDescriptions(FeatureReader &reader, ByteLayout layout);

/// Gives the events the names (and, where they have none, the ids) of their descriptions: the one
/// that shares an id, else the one in the same place.
void nameEvents(const std::vector<EventAttr> &descriptions, std::vector<EventAttr> &events);

/// Names that records of the stream give to events. They are kept to the end and then given all at
/// once: however many there are, each event and each id is looked at once.
class EventRenames {
public:
  /// Payload of an EVENT_UPDATE record; only updates of names matter.
  void addUpdate(Bytes payload, bool swap);
  /// Payload of an EVENT_TYPE record (perf before 3.11): u64 config, char name[64].
  void addType(Bytes payload, bool swap);
  /// Gives an update's name to the event with its id, a type's name to events of its config that
  /// have no other.
  void apply(std::vector<EventAttr> &events) const;

private:
  std::unordered_map<std::uint64_t, std::string> by_id_, by_config_;
};

} // namespace fsfind::perf
