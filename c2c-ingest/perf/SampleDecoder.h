#pragma once

#include "c2c-ingest/base/Interner.h"
#include "c2c-ingest/perf/Recording.h"

#include <array>
#include <optional>
#include <vector>

namespace fsfind::perf {

/// The fields of a PERF_RECORD_SAMPLE that matter to memory analysis; fields the event does not
/// record have the value given here.
struct Sample {
  std::uint64_t ip = 0;
  std::uint64_t address = 0;
  std::uint64_t time = 0;
  std::uint64_t period = 1;
  std::uint64_t weight = 0;              ///< latency in cycles (low half of WEIGHT_STRUCT)
  std::uint64_t data_source = 0x5080021; ///< PERF_MEM_DATA_SRC_NONE
  std::uint64_t physical = 0;            ///< address of the datum; 0 = unknown
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  std::uint32_t cpu = UINT32_MAX;
  CpuMode mode = CpuMode::Unknown;
  bool spins = false; ///< the thread only waits by it; never so as recorded
};

/// Registers of the user's code that a sample interrupted (PERF_SAMPLE_REGS_USER), by their numbers
/// in the architecture's perf_regs.h; `mask` has the bits of those that were recorded.
struct UserRegisters {
  std::uint64_t mask = 0;
  std::array<std::uint64_t, 64> values;
};

/// Decodes samples of a recording's events without copying them. Where the fields of an event lie
/// is found out once, if all samples of the event are laid out alike, else for each sample. A
/// decoder is immutable after construction and may be shared by threads.
class SampleDecoder {
public:
  SampleDecoder(const std::vector<EventAttr> &events, bool swap);

  /// Overwrites all of `into`. False if the record is too short for its event's fields or names an
  /// unknown event; `into` is then of no use.
  [[nodiscard]] bool decode(const Record &record, Sample &into) const;
  /// The same; none where that is false.
  [[nodiscard]] std::optional<Sample> decode(const Record &record) const;
  /// False if the sample has no registers, or those of 32-bit code; `into` is then of no use.
  [[nodiscard]] bool userRegisters(const Record &record, UserRegisters &into) const;

private:
  enum Field : std::uint8_t {
    kIp,
    kTid,
    kTime,
    kAddress,
    kCpu,
    kPeriod,
    kWeight,
    kDataSource,
    kPhysical,
    kFieldCount
  };
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  /// Byte offsets of fields in a payload; kAbsent = not recorded.
  struct Offsets {
    std::uint32_t at[kFieldCount];
    std::uint32_t end = 0; ///< first byte behind the last field needed
  };
  struct Event {
    Offsets offsets;
    bool fixed = false;            ///< no field of variable length lies before the last one needed
    std::uint64_t period = 1;      ///< of samples that do not tell theirs
    std::uint64_t weight_mask = 0; ///< what of the weight is latency
    EventAttr attr;
  };
  struct IdHash {
    std::size_t operator()(std::uint64_t id) const { return ingest::mixHash(id); }
  };

  static bool layOut(const EventAttr &attr, ByteReader &reader, bool measure, Offsets &offsets);
  static bool hasVariableFields(const EventAttr &attr);
  void addIds(const std::vector<std::uint64_t> &ids, std::uint32_t event);
  [[nodiscard]] const Event *eventOf(Bytes payload) const;
  template <class T> [[nodiscard]] T load(Bytes payload, std::uint32_t offset) const;

  std::vector<Event> events_;
  ingest::Interner<std::uint64_t, std::uint32_t, IdHash> ids_;
  std::vector<std::uint32_t> event_of_id_; ///< by position in `ids_`
  std::uint32_t id_offset_ = kAbsent;
  bool swap_;
};

} // namespace fsfind::perf
