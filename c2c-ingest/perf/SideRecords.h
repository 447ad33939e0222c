#pragma once

#include "c2c-ingest/perf/Recording.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace fsfind::perf {

/// The trailer that sample_id_all appends to records that are not samples: TID, TIME, ID,
/// STREAM_ID, CPU, IDENTIFIER, as far as the event records them.
class SampleIdTrailer {
public:
  explicit SampleIdTrailer(const std::vector<EventAttr> &events);

  /// Adds an event that the stream describes later than others.
  void add(const EventAttr &event);

  /// True if the records of every event have a time.
  [[nodiscard]] bool alwaysHasTime() const { return any_event_ && all_have_time_; }
  /// Bytes of the trailer and what it tells; of what it does not, the value here.
  struct Found {
    std::size_t size = 0;
    std::uint64_t time = 0;
    std::uint32_t pid = UINT32_MAX, tid = UINT32_MAX, cpu = UINT32_MAX;
  };
  [[nodiscard]] Found find(Bytes payload, bool swap) const;

private:
  struct Layout {
    std::size_t size = 0;
    std::size_t tid_from_end = 0, time_from_end = 0, cpu_from_end = 0; ///< 0 = not there
    bool operator==(const Layout &) const = default;
  };
  static Layout layOut(const EventAttr &event);
  [[nodiscard]] Layout layoutOf(Bytes payload, bool swap) const;

  Layout common_; ///< the first event's
  bool any_event_ = false;
  bool all_have_time_ = true, all_alike_ = true;
  bool all_identified_ = true; ///< the last word of a record is its event's id
  std::unordered_map<std::uint64_t, Layout> by_id_;
};

/// Decodes MMAP, MMAP2, COMM and FORK, with `when` set to the record's time. None for other types
/// and for records too short for their fields.
std::optional<SideEvent> decodeSideRecord(const Record &record, const SampleIdTrailer &trailer,
                                          bool swap);

/// The events sorted by time, since the file has those of different CPUs out of order; at equal
/// times in the file's order.
std::vector<const SideEvent *> inTimeOrder(const std::vector<SideEvent> &events);

} // namespace fsfind::perf
