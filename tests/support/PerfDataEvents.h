#pragma once

#include "c2c-ingest/perf/Abi.h"
#include "tests/support/ByteWriter.h"

#include <string>
#include <vector>

namespace fsfind::test {

/// What `perf c2c record` asks of each event on a recent kernel.
inline constexpr std::uint64_t kC2cSampleType =
    perf::kSampleIdentifier | perf::kSampleIp | perf::kSampleTid | perf::kSampleTime |
    perf::kSampleAddr | perf::kSampleCpu | perf::kSamplePeriod | perf::kSampleWeightStruct |
    perf::kSampleDataSrc | perf::kSamplePhysAddr;

/// Bits of perf_event_attr's flag word, counted from the first declared bit-field.
enum AttrFlag : std::uint64_t {
  kFlagInherit = 1ULL << 1,
  kFlagMmap = 1ULL << 8,
  kFlagComm = 1ULL << 9,
  kFlagFreq = 1ULL << 10,
  kFlagTask = 1ULL << 13,
  kFlagPreciseIp3 = 3ULL << 15,
  kFlagMmapData = 1ULL << 17,
  kFlagSampleIdAll = 1ULL << 18,
  kFlagMmap2 = 1ULL << 23,
  kFlagCommExec = 1ULL << 24,
};

inline constexpr std::uint32_t kAttrSizeVer0 = 64;
inline constexpr std::uint32_t kAttrSizeVer7 = 128;
inline constexpr std::uint32_t kAttrSizeVer8 = 136;

/// One event (perf_event_attr and what belongs to it). The defaults are Intel's memory loads.
struct EventSpec {
  std::string name = "cpu/mem-loads,ldlat=30/P";
  std::uint32_t type = 4; ///< PERF_TYPE_RAW
  std::uint64_t config = 0x1cd, config1 = 30, config2 = 0;
  std::uint64_t period = 1000; ///< or frequency with kFlagFreq
  std::uint64_t sample_type = kC2cSampleType;
  std::uint64_t read_format = perf::kReadId;
  std::uint64_t flags = kFlagInherit | kFlagMmap | kFlagComm | kFlagTask | kFlagPreciseIp3 |
                        kFlagMmapData | kFlagSampleIdAll | kFlagMmap2 | kFlagCommExec;
  std::uint64_t branch_sample_type = 0;
  std::uint64_t sample_regs_user = 0, sample_regs_intr = 0;
  std::uint32_t sample_stack_user = 0;
  std::vector<std::uint64_t> ids = {};
};

EventSpec memLoads(std::vector<std::uint64_t> ids = {101});
EventSpec memStores(std::vector<std::uint64_t> ids = {201});
/// AMD: one event for loads and stores.
EventSpec ibsOp(std::vector<std::uint64_t> ids = {301});

struct ReadValue {
  std::uint64_t value = 0, id = 0, lost = 0;
};

/// A sample; only the fields its event's sample_type names are written.
struct Sample {
  std::size_t event = 0; ///< index of the event
  std::uint16_t misc = 2;
  std::uint64_t ip = 0;
  std::uint32_t pid = 0, tid = 0;
  std::uint64_t time = 0, addr = 0;
  std::uint64_t id = 0; ///< 0 = the event's first id
  std::uint64_t stream_id = 0;
  std::uint32_t cpu = 0;
  std::uint64_t period = 1000;
  std::vector<ReadValue> read = {{}}; ///< more than one only with kReadGroup
  std::uint64_t time_enabled = 0, time_running = 0;
  std::vector<std::uint64_t> callchain = {};
  std::string raw = {};
  std::vector<std::uint64_t> branches = {}; ///< three words a branch
  std::uint64_t branch_hw_index = 0;
  std::uint64_t regs_user_abi = 0, regs_intr_abi = 0; ///< 0 = no registers follow
  std::vector<std::uint64_t> regs_user = {},
                             regs_intr = {}; ///< one for each bit of the event's mask
  std::string stack_user = {};
  std::uint64_t weight = 0; ///< whole word: WEIGHT, or the three parts of WEIGHT_STRUCT
  std::uint64_t data_src = 0, transaction = 0, phys_addr = 0, cgroup = 0;
  std::uint64_t data_page_size = 0, code_page_size = 0;
  std::string aux = {};
};

/// The trailer that sample_id_all appends to records that are not samples.
struct SampleId {
  std::uint32_t pid = 0, tid = 0;
  std::uint64_t time = 0;
  std::size_t event = 0; ///< whose layout and first id is used
  std::uint64_t stream_id = 0;
  std::uint32_t cpu = 0;
};

/// perf_event_attr in `size` bytes (any size from VER0 on; beyond the known fields zeros follow).
void putAttr(ByteWriter &out, const EventSpec &event, std::uint32_t size);
/// Payload of a PERF_RECORD_SAMPLE.
void putSample(ByteWriter &out, const EventSpec &event, const Sample &sample);
/// The trailer; nothing if the event has no sample_id_all.
void putSampleId(ByteWriter &out, const EventSpec &event, const SampleId &id);

} // namespace fsfind::test
