#pragma once

#include "c2c-ingest/perf/Attributes.h"
#include "c2c-ingest/perf/FeatureReader.h"
#include "c2c-ingest/perf/Recording.h"

#include <vector>

namespace fsfind::perf {

/// The EVENT_DESC feature: attributes with ids and names.
std::vector<EventAttr> readEventDescriptions(FeatureReader &reader, ByteLayout layout);

/// Gives the events the names (and, where they have none, the ids) of their descriptions: the one
/// that shares an id, else the one in the same place.
void nameEvents(const std::vector<EventAttr> &descriptions, std::vector<EventAttr> &events);

/// Payload of an EVENT_UPDATE record; only updates of names matter.
void applyEventUpdate(Bytes payload, bool swap, std::vector<EventAttr> &events);

/// Payload of an EVENT_TYPE record (perf before 3.11): u64 config, char name[64].
void applyEventType(Bytes payload, bool swap, std::vector<EventAttr> &events);

} // namespace fsfind::perf
