#pragma once

#include "c2c-ingest/spe/Records.h"

namespace fsfind::spe {

/// How a processor numbers the data sources of its loads.
enum class SourceEncoding : std::uint8_t {
  None,      ///< not known: the events tell the level
  Common,    ///< Arm's Neoverse and Cortex-A/X; their technical reference manuals, "Data source"
  AmpereOne, ///< AmpereOne's own
  Hisilicon, ///< HiSilicon's HIP12
};

/// Of a processor by its main ID register: implementer in bits 24 to 31, part in bits 4 to 15. The
/// processors are those that perf knew in early 2026 (tools/perf/util/arm-spe.c).
SourceEncoding encodingOf(std::uint64_t midr);

/// The perf_mem_data_src word (include/uapi/linux/perf_event.h) that perf makes of a record; 0 if
/// the record is no access to memory. Stores have no data source. What a level is called where a
/// processor's words do not fit perf's is perf's choice: a cache of another core or cluster is a
/// peer of level 2 or 3, another socket a remote peer without a level. Where perf's versions
/// differ, levels by events are as in perf 6.1 and 6.12, what is remote as in both with the fixes
/// of late 2025, and the snoop by events (snooped and modified is a HITM) as in perf since then.
std::uint64_t dataSource(const Record &record, SourceEncoding encoding);

} // namespace fsfind::spe
