#pragma once

#include "tests/support/PerfDataBuilder.h"

#include <nlohmann/json.hpp>

/// Records of Arm SPE in JSON:
///
///     {"kind": "spe_info", "cpus": [[0, MIDR], …]}   as perf writes it since 6.13; before without
///     CPUs
///     {"kind": "time_conv", "shift": 0, "multiplier": 1, "zero": 0}
///     {"kind": "aux", "offset": 0, "size": 64, "flags": 0, "time": 9, "cpu": 0}
///     {"kind": "switch", "next_pid": 7, "next_tid": 8, "pid": 1, "tid": 1, "time": 9, "cpu": 0}
///     {"kind": "auxtrace", "queue": 0, "tid": 7, "cpu": 0, "packets": [
///         ["operation", class, payload], ["address", index, payload, extended],
///         ["counter", index, cycles, extended], ["events", bits], ["source", number],
///         ["context", thread, level], ["timestamp", ticks], ["end"], ["padding", bytes],
///         ["alignment", unit], ["raw", byte, byte, …]]}
namespace fsfind::test {

/// Appends the record; false if it is of another kind.
bool appendSpe(PerfDataBuilder &data, const std::string &kind, const nlohmann::json &record,
               const SampleId &id);

} // namespace fsfind::test
