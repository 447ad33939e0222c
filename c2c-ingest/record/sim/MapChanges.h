#pragma once

#include "c2c-ingest/record/sim/RecordStream.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace fsfind::record::sim {

/// What the guest changed of its mappings a short time ago, so that accesses are told apart that
/// were made before but are played after.
class MapChanges {
public:
  struct Change {
    std::uint64_t time = 0; ///< ns
    std::uint64_t start = 0, length = 0;
    bool unmaps = false;
    std::vector<MapRecord> before = {}; ///< what lay there, as far as it is not recorded
    [[nodiscard]] bool touches(std::uint64_t from, std::uint64_t to) const {
      return start < to && (from < start || from - start < length);
    }
  };

  [[nodiscard]] bool empty() const { return changes_.empty(); }
  void add(Change change) { changes_.push_back(std::move(change)); }

  /// What lay at `address` at `time` if it is gone since; `record` is set if it was not recorded
  /// and now has to be.
  struct Past {
    bool gone = false;
    std::optional<MapRecord> record = {};
  };
  Past at(std::uint64_t address, std::uint64_t time) {
    for (Change &change : changes_)
      if (change.time > time && change.unmaps && change.touches(address, address + 1))
        return {true, take(change.before, address)};
    return {};
  }

  /// The time from which on what lies there now has done so, `floor` if it is longer.
  [[nodiscard]] std::uint64_t unchangedSince(std::uint64_t start, std::uint64_t end,
                                             std::uint64_t floor) const {
    std::uint64_t since = floor;
    for (const Change &change : changes_)
      if (change.touches(start, end))
        since = std::max(since, change.time);
    return since;
  }

  /// Takes the changes before `time` out, oldest first.
  std::optional<Change> takeBefore(std::uint64_t time) {
    if (changes_.empty() || changes_.front().time >= time)
      return std::nullopt;
    Change change = std::move(changes_.front());
    changes_.pop_front();
    return change;
  }
  void clear() { changes_.clear(); }

private:
  static std::optional<MapRecord> take(std::vector<MapRecord> &maps, std::uint64_t address) {
    const auto found = std::find_if(maps.begin(), maps.end(), [address](const MapRecord &map) {
      return map.start <= address && address < map.end;
    });
    if (found == maps.end())
      return std::nullopt;
    MapRecord map = std::move(*found);
    maps.erase(found);
    return map;
  }

  std::deque<Change> changes_; ///< by time
};

} // namespace fsfind::record::sim
