#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// Arm's Statistical Profiling Extension (SPE). The format of its data is the chapter "Statistical
/// Profiling Extension Sample Record Specification" of the Arm Architecture Reference Manual for
/// A-profile (Arm DDI 0487); what Linux has the hardware record, and what the events mean, is in
/// tools/perf/Documentation/perf-arm-spe.txt.
namespace fsfind::spe {

using Bytes = std::span<const std::byte>;

enum class PacketKind : std::uint8_t {
  Padding, ///< to be passed over; alignment packets are padding, too
  End,     ///< of a record without a timestamp
  Timestamp,
  Events,
  DataSource, ///< its numbers are the processor's own, see DataSources.h
  Context,    ///< payload: CONTEXTIDR, where Linux puts the thread's number
  Operation,  ///< index: OperationClass
  Address,    ///< index: AddressIndex
  Counter,    ///< index: CounterIndex; cycles
};

enum AddressIndex : std::uint8_t {
  kInstructionAddress = 0,
  kBranchTarget = 1,
  kDataAddress = 2,
  kPhysicalAddress = 3,
  kPreviousBranchTarget = 4,
};
enum CounterIndex : std::uint8_t { kTotalLatency = 0, kIssueLatency = 1, kTranslationLatency = 2 };
enum OperationClass : std::uint8_t { kOtherOperation = 0, kLoadStore = 1, kBranch = 2 };
/// Payload of a kLoadStore operation: set for stores, clear for loads. An atomic operation that
/// does both counts as what the processor says.
inline constexpr std::uint64_t kStoreBit = 1;

/// Payload of an events packet. Bits 19 to 23 are those of SPE version 1.4.
enum Event : std::uint64_t {
  kEventL1Access = 1U << 2,
  kEventL1Refill = 1U << 3,
  kEventTlbAccess = 1U << 4,
  kEventTlbWalk = 1U << 5,
  kEventLastLevelAccess = 1U << 8,
  kEventLastLevelMiss = 1U << 9,
  kEventRemoteAccess = 1U << 10,
  kEventDataModified = 1U << 21, ///< the line was found modified
  kEventDataSnooped = 1U << 23,  ///< another cache was asked
};

struct Packet {
  PacketKind kind = PacketKind::Padding;
  std::uint8_t index = 0;
  std::uint64_t payload = 0;
  std::size_t size = 0; ///< bytes with the header; at least 1, and at most those given
};

/// The packet at the start of `bytes`; none if no packet begins so, or if it would end behind them.
/// Payloads are little-endian on every machine. `offset` is that of the first byte in the AUX area,
/// up to whose multiples alignment packets reach.
std::optional<Packet> readPacket(Bytes bytes, std::uint64_t offset);

} // namespace fsfind::spe
