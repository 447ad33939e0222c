#pragma once

#include "c2c-ingest/perf/Abi.h"
#include "c2c-ingest/perf/AllocationLog.h"
#include "c2c-ingest/perf/AuxTrace.h"
#include "c2c-ingest/perf/BurstLog.h"
#include "c2c-ingest/perf/ByteReader.h"
#include "c2c-ingest/perf/StackLog.h"
#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace fsfind::perf {

/// perf_event_attr as far as a reader of memory samples needs it, in host byte order, with what
/// perf.data says about it elsewhere (ids; the name from EVENT_DESC or EVENT_UPDATE).
struct EventAttr {
  std::uint32_t type = 0;
  std::uint64_t config = 0, config1 = 0, config2 = 0;
  std::uint64_t sample_period = 0; ///< or frequency, see `freq`
  std::uint64_t sample_type = 0;   ///< SampleType bits
  std::uint64_t read_format = 0;   ///< ReadFormat bits
  std::uint64_t branch_sample_type = 0;
  std::uint64_t sample_regs_user = 0, sample_regs_intr = 0;
  bool freq = false, mmap_data = false, sample_id_all = false;
  std::string name; ///< empty if the recording does not tell
  std::vector<std::uint64_t> ids;

  [[nodiscard]] bool has(SampleType field) const { return (sample_type & field) != 0; }
};

struct CacheLevel {
  std::uint32_t level = 0, line_size = 0, sets = 0, ways = 0;
  std::string type, size, cpus;
};
struct NumaNode {
  std::uint32_t node = 0;
  std::uint64_t total_kb = 0, free_kb = 0;
  std::string cpus;
};
struct MemoryNode {
  std::uint64_t node = 0;
  std::vector<std::uint64_t> blocks; ///< indices of memory blocks that live on the node
};
struct CpuPlace {
  std::int32_t core = -1, socket = -1, die = -1;
};
struct BuildIdEntry {
  std::vector<std::uint8_t> id;
  std::string file;
};

/// The header features fsfind uses; empty where a recording has none.
struct Features {
  std::string hostname, os_release, perf_version, arch, cpu_description, cpuid;
  std::uint32_t cpus_available = 0, cpus_online = 0;
  std::vector<std::string> command_line;
  std::vector<CpuPlace> cpus; ///< by CPU number
  std::vector<std::string> core_siblings, thread_siblings;
  std::vector<NumaNode> numa_nodes;
  std::map<std::uint32_t, std::string> pmus; ///< type number -> name
  std::vector<CacheLevel> caches;
  std::uint64_t memory_block_size = 0;
  std::vector<MemoryNode> memory_nodes;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> sample_time; ///< ns
  std::vector<std::pair<std::string, std::string>> hybrid;            ///< PMU name, CPU list
  std::vector<BuildIdEntry> build_ids;
};

struct MmapEvent {
  std::uint32_t pid = 0, tid = 0;
  std::uint64_t address = 0, length = 0, file_offset = 0;
  std::uint32_t major = 0, minor = 0;
  std::uint64_t inode = 0, inode_generation = 0;
  std::vector<std::uint8_t> build_id;      ///< MMAP2 with PERF_RECORD_MISC_MMAP_BUILD_ID
  std::uint32_t protection = 0, flags = 0; ///< PROT_* and MAP_*; MMAP sets only PROT_EXEC
  CpuMode mode = CpuMode::User;
  std::string file;
};
struct CommEvent {
  std::uint32_t pid = 0, tid = 0;
  bool exec = false;
  std::string comm;
};
struct ForkEvent {
  std::uint32_t pid = 0, parent_pid = 0, tid = 0, parent_tid = 0;
  bool exec = false; ///< PERF_RECORD_MISC_FORK_EXEC: synthesised; the maps are not inherited
};

/// A record that changes mappings, or a thread's name or parent.
struct SideEvent {
  std::uint64_t when = 0; ///< see Recording::ordersByTime
  std::variant<MmapEvent, CommEvent, ForkEvent> event;
};

/// A run of whole records as they lie in the (decompressed) stream.
struct RecordBatch {
  Bytes bytes;
  std::uint64_t position = 0; ///< of the first byte in the stream: file order for all batches
};

/// One record inside a batch.
struct Record {
  std::uint32_t type = 0;
  std::uint16_t misc = 0;
  Bytes payload;              ///< without the header
  std::uint64_t position = 0; ///< of the record in the stream
};

/// Calls `consume(const Record &)` for each record of a batch. Batches hold whole records only.
template <class Consume>
void forEachRecord(const RecordBatch &batch, bool swap, Consume &&consume) {
  std::size_t at = 0;
  while (batch.bytes.size() - at >= kRecordHeaderSize) {
    ByteReader header(batch.bytes.subspan(at, kRecordHeaderSize), swap);
    Record record{header.u32(), header.u16(), {}, batch.position + at};
    const std::size_t size = header.u16();
    if (size < kRecordHeaderSize || size > batch.bytes.size() - at)
      return;
    record.payload = batch.bytes.subspan(at + kRecordHeaderSize, size - kRecordHeaderSize);
    consume(record);
    at += size;
  }
}

/// An opened perf.data: file mode or pipe mode, either byte order, compressed or not, or a
/// directory of `perf record --threads`. Opening walks all records once, keeps what describes the
/// samples (attributes, features, side events, trace data) and cuts the stream into batches;
/// samples themselves stay in the file's memory map. A torn or corrupt place ends the walk with a
/// note; what precedes it is delivered.
class Recording {
public:
  using BatchConsumer = std::function<void(unsigned worker, const RecordBatch &)>;
  using Progress = std::function<void(double fraction)>;

  /// `path` may be "-" for standard input.
  static Expected<std::unique_ptr<Recording>> open(const std::string &path,
                                                   const Progress &progress = {});
  /// The same for bytes in memory, which must outlive the recording (tests, fuzzing).
  static Expected<std::unique_ptr<Recording>> fromBytes(Bytes bytes, std::string name);

  virtual ~Recording() = default;

  [[nodiscard]] virtual const std::vector<EventAttr> &events() const = 0;
  [[nodiscard]] virtual const Features &features() const = 0;
  /// True if recorded on a machine of the other byte order.
  [[nodiscard]] virtual bool swapped() const = 0;
  /// In file order. `when` is the record's time if `ordersByTime()`, else its stream position.
  [[nodiscard]] virtual const std::vector<SideEvent> &sideEvents() const = 0;
  /// The blocks that samples hit, of simulated programs; empty if the recording does not tell.
  [[nodiscard]] virtual const AllocationLog &allocations() const = 0;
  /// Stacks of simulated programs; empty if the recording does not tell.
  [[nodiscard]] virtual const StackLog &stacks() const = 0;
  /// Data of Arm SPE, which hold samples of their own (SpeSamples makes them).
  [[nodiscard]] virtual const AuxTrace &trace() const = 0;
  /// Bursts of simulated programs; empty if all of the program was simulated.
  [[nodiscard]] virtual const BurstLog &bursts() const = 0;
  /// True if every record carries a time (sample_id_all and PERF_SAMPLE_TIME on every event), so
  /// that samples and side events of different CPUs can be ordered by it.
  [[nodiscard]] virtual bool ordersByTime() const = 0;
  /// How many records of each type the stream holds.
  [[nodiscard]] virtual const std::map<std::uint32_t, std::uint64_t> &recordCounts() const = 0;
  /// Samples the kernel says it lost (LOST and LOST_SAMPLES records).
  [[nodiscard]] virtual std::uint64_t lostSamples() const = 0;
  [[nodiscard]] virtual const std::vector<Note> &notes() const = 0;

  /// Gives every batch to `consume` once, from up to `workers` threads (worker < workers). The
  /// order of batches is unspecified; use record positions or times. Bytes are valid during the
  /// call only.
  [[nodiscard]] virtual Expected<void> forEachBatch(unsigned workers,
                                                    const BatchConsumer &consume) const = 0;
};

} // namespace fsfind::perf
