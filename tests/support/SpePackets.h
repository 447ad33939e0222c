#pragma once

#include "c2c-ingest/spe/Packets.h"
#include "tests/support/PerfDataBuilder.h"

#include <optional>

namespace fsfind::test {

/// A sampled operation as the hardware writes it; without a value there is no packet.
struct SpeOperation {
  std::uint64_t instruction = 0;
  bool kernel = false; ///< at exception level 1
  bool store = false;
  std::optional<std::uint64_t> data = {}, physical = {}, timestamp = {};
  std::optional<std::uint32_t> context = {};
  std::optional<std::uint16_t> latency = {}, source = {};
  std::uint64_t events = 0;
};

/// Composes Arm SPE data packet by packet.
class SpePackets {
public:
  SpePackets &padding(std::size_t count = 1);
  SpePackets &end();
  SpePackets &timestamp(std::uint64_t ticks);
  /// In as few bytes as hold the bits, but two at least.
  SpePackets &events(std::uint64_t bits);
  SpePackets &source(std::uint16_t number);
  SpePackets &context(std::uint32_t thread, unsigned level = 1);
  SpePackets &operation(unsigned operation_class, std::uint8_t payload);
  SpePackets &load() { return operation(spe::kLoadStore, 0); }
  SpePackets &store() { return operation(spe::kLoadStore, spe::kStoreBit); }
  /// Indices from 8 on have an extended header; `extended` gives it to lower ones, too.
  SpePackets &address(unsigned index, std::uint64_t payload, bool extended = false);
  SpePackets &counter(unsigned index, std::uint16_t cycles, bool extended = false);
  /// With zeros up to the next multiple of `unit` (2, 4, 8 or 16) of the AUX area, in which the
  /// first byte of these packets lies at a multiple of 16.
  SpePackets &alignment(unsigned unit);
  SpePackets &raw(perf::Bytes bytes);

  /// The packets of one record, in the order in which hardware writes them.
  SpePackets &record(const SpeOperation &operation);

  [[nodiscard]] perf::Bytes bytes() const { return out_.bytes(); }

private:
  void indexed(std::uint8_t header, unsigned index, bool extended);

  ByteWriter out_;
};

inline constexpr std::uint32_t kSpePmu = 9; ///< type of the event

/// What `perf record -e arm_spe_0//` asks of its event.
EventSpec armSpe(std::vector<std::uint64_t> ids = {401});

/// Main ID registers.
inline constexpr std::uint64_t kNeoverseN1 = 0x413fd0c1, kNeoverseV2 = 0x410fd4f1,
                               kAmpereOneA = 0xc00fac40, kHip12 = 0x480fd060,
                               kCortexA53 = 0x410fd034;

struct SpeCpu {
  std::uint64_t cpu = 0, midr = kNeoverseN1;
};

/// AUXTRACE_INFO as perf up to 6.12 writes it, which leaves the processor to the header.
void addSpeInfo(PerfDataBuilder &data);
/// As later ones write it.
void addSpeInfo(PerfDataBuilder &data, const std::vector<SpeCpu> &cpus);

/// ns = zero + ticks * multiplier / 2^shift
struct SpeClock {
  std::uint64_t shift = 0, multiplier = 1, zero = 0;
};
void addClock(PerfDataBuilder &data, const SpeClock &clock = {});

/// PERF_RECORD_AUX
void addPiece(PerfDataBuilder &data, std::uint64_t offset, std::uint64_t size, std::uint64_t flags,
              const SampleId &id);
/// PERF_RECORD_SWITCH_CPU_WIDE: the thread of `id` leaves the CPU to `next`.
void addSwitch(PerfDataBuilder &data, std::uint32_t next_pid, std::uint32_t next_tid,
               const SampleId &id);

} // namespace fsfind::test
