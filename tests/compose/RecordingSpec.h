#pragma once

#include "tests/support/PerfDataBuilder.h"

#include <nlohmann/json.hpp>

#include <memory>

/// A recording described in JSON. Every part but `events` may be missing:
///
///     {"layout": {"pipe": false, "big_endian": false, "attr_size": 128},
///      "compression": "zstd",                      or "zstd2"
///      "events": [{"name": "cpu/mem-loads/P", "type": 4, "config": 461, "ids": [101],
///                  "sample_type": 123, "flags": 456}],
///      "features": {"arch": "x86_64", "cpuid": "…", "cmdline": ["perf", …], "cpus": [[core,
///      socket, die], …],
///                   "core_siblings": ["0-3"], "thread_siblings": ["0-1"],
///                   "numa": [{"node": 0, "cpus": "0-3"}], "memory": {"block_size": 1, "nodes":
///                   [[0, 1]]}, "caches": [{"level": 1, "line_size": 64}], "pmus": [[4, "cpu"]],
///                   "hybrid": [["cpu_core", "0-7"]], "build_ids": [{"id": "hex", "file":
///                   "/bin/x"}]},
///      "records": [{"kind": "comm" | "fork" | "exit" | "mmap" | "mmap2" | "sample" | "lost" |
///                           "throttle" | "round" | "raw", …fields of the builder's structs}, or
///                           one
///                  of Arm SPE (SpeSpec.h)],
///      "interrupted": false, "keep_bytes": 1000}
///
/// Throws nlohmann::json::exception for a description of another shape: it comes from our own
/// scripts.
namespace fsfind::test {

[[nodiscard]] std::vector<std::byte> composeRecording(const nlohmann::json &spec);

} // namespace fsfind::test
