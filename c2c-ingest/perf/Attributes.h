#pragma once

#include "c2c-ingest/perf/FileHeader.h"
#include "c2c-ingest/perf/Recording.h"

#include <optional>
#include <vector>

namespace fsfind::perf {

/// How the recording's integers and attribute flags are laid out.
struct ByteLayout {
  bool swap = false;
  bool big_endian = false; ///< C bit-fields count from the top bit
};

/// perf_event_attr (include/uapi/linux/perf_event.h) of any size from VER0 (64 bytes) on; fields
/// beyond the end are 0, unknown fields at its end are ignored. None if too short.
std::optional<EventAttr> decodeAttr(Bytes bytes, ByteLayout layout);

/// Payload of a HEADER_ATTR record: the attribute, then its ids to the end.
std::optional<EventAttr> decodeHeaderAttr(Bytes payload, ByteLayout layout);

/// The attribute section of a recording in file mode, with the ids of each event.
Expected<std::vector<EventAttr>> readAttrs(Bytes file, const FileHeader &header,
                                           const std::string &name);

} // namespace fsfind::perf
