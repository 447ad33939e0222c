#pragma once

#include "c2c-ingest/spe/Packets.h"

namespace fsfind::spe {

/// One operation that the hardware sampled, from the packets up to its timestamp or end. What the
/// packets do not tell is 0.
struct Record {
  bool load = false, store = false; ///< neither: no access to memory
  std::uint64_t events = 0;         ///< Event bits
  std::uint64_t instruction = 0;    ///< address; those of the kernel have their top byte
  std::uint64_t data = 0;           ///< virtual address, without a tag in its top byte
  std::uint64_t physical = 0;       ///< address of the datum
  std::uint64_t timestamp = 0;      ///< ticks of the generic timer
  std::uint32_t latency = 0;        ///< cycles from dispatch to completion
  std::uint16_t source = 0;         ///< payload of the data source packet
  std::optional<std::uint32_t> context;
};

/// Cuts packets into records. The packets of one CPU (or thread) are fed in their order, in pieces
/// that need not end with a record; a packet lies in one piece.
class RecordReader {
public:
  /// Continues with `bytes`, whose first one lies at `offset` of the AUX area. To be called when
  /// next() has returned none. `cut`: they end anywhere, so that a packet without its end is no
  /// damage.
  void feed(Bytes bytes, std::uint64_t offset, bool cut = false);
  /// Forgets the record that has begun: its rest was lost. Returns true if there was one.
  bool abandon();

  /// The next record; none when the bytes are used up. Bytes that are no packet end a record early,
  /// and it is delivered as far as it was read: perf counts it so, too. The first record that the
  /// reader ever delivers is a whole one.
  std::optional<Record> next();

  /// Where the record last delivered ends in the AUX area.
  [[nodiscard]] std::uint64_t offset() const { return offset_ + at_; }
  /// Places where no packet could be read so far.
  [[nodiscard]] std::uint64_t unreadable() const { return unreadable_; }

private:
  enum class Step : std::uint8_t { Goes, Ends, Breaks };
  Step take(const Packet &packet);
  void takeAddress(const Packet &packet);
  Step takeOperation(const Packet &packet);

  Bytes bytes_;
  std::uint64_t offset_ = 0;
  std::size_t at_ = 0;
  Record record_;
  bool cut_ = false, begun_ = false, synchronised_ = false;
  std::uint64_t unreadable_ = 0;
};

} // namespace fsfind::spe
