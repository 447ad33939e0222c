#pragma once

#include "tests/support/PerfDataEvents.h"
#include "tests/support/PerfDataFeatures.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

/// Composes perf.data byte for byte, for tests, fixtures, fuzz seeds and benchmarks.
///
///     PerfDataBuilder data;                                  // file mode, little-endian
///     const auto loads = data.addEvent(memLoads());          // events first …
///     data.features().typicalMachine();                      // … perf c2c report needs NUMA
///     data.mmap2({.pid = 7, .tid = 7, .address = 0x400000, .length = 0x1000, .file =
///     "/usr/bin/true"}); data.sample({.event = loads, .ip = 0x400123, .pid = 7, .tid = 8, .addr =
///     0x601040,
///                  .data_src = …});
///     std::vector<std::byte> bytes = data.bytes();           // or data.writeTo(path)
///
/// A mapped file should exist (its contents do not matter): perf c2c dies of SIGPIPE when addr2line
/// cannot open it.
///
/// Large recordings: call `streamTo(path)` after the events are added; records then go to the
/// file as they are appended, and `finish()` completes it.
namespace fsfind::test {

enum class PerfDataMode : std::uint8_t { File, Pipe };

/// The default attr size is the longest that perf 6.1 reads.
struct PerfDataLayout {
  PerfDataMode mode = PerfDataMode::File;
  std::endian order = std::endian::little;
  std::uint32_t attr_size = kAttrSizeVer7;
};

struct MmapSpec {
  std::uint32_t pid = 0, tid = 0;
  std::uint64_t address = 0, length = 0, page_offset = 0;
  std::uint32_t major = 8, minor = 1;
  std::uint64_t inode = 0, inode_generation = 0;
  std::vector<std::uint8_t> build_id = {}; ///< MMAP2 only; not empty = the build-id flavour
  std::uint32_t protection = 5;            ///< PROT_READ | PROT_EXEC
  std::uint32_t flags = 2;                 ///< MAP_PRIVATE
  std::uint16_t misc = 2;                  ///< cpu mode, kMiscMmapData
  std::string file = {};
};
struct CommSpec {
  std::uint32_t pid = 0, tid = 0;
  std::string comm = {};
  bool exec = false;
};
struct ForkSpec {
  std::uint32_t pid = 0, parent_pid = 0, tid = 0, parent_tid = 0;
  std::uint64_t time = 0;
  std::uint16_t misc = 0;
};

/// Trace data, of which CPU or thread; UINT32_MAX = of none.
struct AuxtraceSpec {
  std::uint64_t offset = 0; ///< in the AUX area
  std::uint32_t queue = 0;  ///< perf's number of the buffer
  std::uint32_t tid = UINT32_MAX, cpu = 0;
};

/// COMPRESSED holds its data to the end of the record; COMPRESSED2 tells its length and pads.
enum class Compression : std::uint8_t { None, Compressed, Compressed2 };

class PerfDataBuilder {
public:
  explicit PerfDataBuilder(PerfDataLayout layout = {});
  ~PerfDataBuilder();
  PerfDataBuilder(const PerfDataBuilder &) = delete;
  PerfDataBuilder &operator=(const PerfDataBuilder &) = delete;

  /// All events come before the first record. Returns the event's index.
  std::size_t addEvent(EventSpec event);
  /// In pipe mode, features set before the first record become HEADER_FEATURE records.
  FeatureSet &features() { return features_; }

  /// Following records are compressed; a new COMPRESSED record starts every `chunk` bytes of
  /// records, so records straddle its borders unless they happen to fit. `chunk` is at most some
  /// ten thousand bytes: the compressed chunk must fit a record.
  PerfDataBuilder &compress(Compression kind, std::size_t chunk);

  PerfDataBuilder &sample(const Sample &sample);
  PerfDataBuilder &mmap(const MmapSpec &map, const SampleId &id = {});
  PerfDataBuilder &mmap2(const MmapSpec &map, const SampleId &id = {});
  PerfDataBuilder &comm(const CommSpec &comm, const SampleId &id = {});
  PerfDataBuilder &fork(const ForkSpec &fork, const SampleId &id = {});
  PerfDataBuilder &exit(const ForkSpec &exit, const SampleId &id = {});
  PerfDataBuilder &lost(std::uint64_t count, const SampleId &id = {});
  PerfDataBuilder &lostSamples(std::uint64_t count, const SampleId &id = {});
  PerfDataBuilder &throttle(std::uint64_t time, const SampleId &id = {});
  /// perf's own record without payload; written outside of compressed chunks, as perf does.
  PerfDataBuilder &finishedRound();
  /// AUXTRACE, and the data behind it; outside of compressed chunks, as perf writes them. In file
  /// mode the header lists it.
  PerfDataBuilder &auxtrace(const AuxtraceSpec &where, perf::Bytes data);
  /// A kernel's record with any payload, and the trailer.
  PerfDataBuilder &kernelRecord(std::uint32_t type, std::uint16_t misc, perf::Bytes payload,
                                const SampleId &id = {});
  /// Any record with any payload; the size field is right.
  PerfDataBuilder &record(std::uint32_t type, std::uint16_t misc, perf::Bytes payload);
  /// Bytes as they are: torn records, payloads that follow a record, garbage.
  PerfDataBuilder &raw(perf::Bytes bytes);
  /// EVENT_UPDATE with a name for the event with this id.
  PerfDataBuilder &eventName(std::uint64_t id, std::string_view name);

  /// What an interrupted `perf record` leaves: data.size 0 and no feature table.
  PerfDataBuilder &interrupted();

  /// The whole recording. Not with `streamTo`.
  [[nodiscard]] std::vector<std::byte> bytes();
  /// Writes `bytes()`; false if the file cannot be written.
  bool writeTo(const std::string &path);
  /// Starts writing records to `path` as they come.
  bool streamTo(const std::string &path);
  /// Completes the file begun by `streamTo`.
  bool finish();

  [[nodiscard]] const std::vector<EventSpec> &events() const { return events_; }
  [[nodiscard]] ByteWriter writer() const { return ByteWriter(layout_.order); }
  /// File offset of the first record.
  [[nodiscard]] std::uint64_t dataOffset();
  /// File offset of the next record, if nothing is compressed.
  [[nodiscard]] std::uint64_t position() { return dataOffset() + written_ + records_.size(); }

private:
  class Compressor;

  [[nodiscard]] std::vector<std::byte> prefix(std::uint64_t data_size);
  [[nodiscard]] std::vector<std::byte> filePrefix(std::uint64_t data_size);
  [[nodiscard]] std::vector<std::byte> pipePrefix() const;
  [[nodiscard]] std::vector<std::byte> suffix(std::uint64_t at) const;
  std::size_t beginRecord(std::uint32_t type, std::uint16_t misc);
  PerfDataBuilder &endRecord(std::size_t start);
  PerfDataBuilder &endKernelRecord(std::size_t start, const SampleId &id);
  PerfDataBuilder &task(std::uint32_t type, const ForkSpec &task, const SampleId &id);
  void listAuxtrace(std::uint64_t size);
  void flushCompressed(std::size_t chunk);
  void flushToFile(std::size_t threshold);
  [[nodiscard]] ByteWriter &target() { return compressor_ ? pending_ : records_; }

  PerfDataLayout layout_;
  std::vector<EventSpec> events_;
  FeatureSet features_;
  ByteWriter records_; ///< records as they lie in the file and are not yet written
  ByteWriter pending_; ///< records that wait for compression
  std::unique_ptr<Compressor> compressor_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> auxtraces_; ///< file offsets and sizes
  bool interrupted_ = false;
  std::FILE *file_ = nullptr;
  std::uint64_t written_ = 0; ///< bytes of records already in the file
  bool write_failed_ = false;
};

} // namespace fsfind::test
