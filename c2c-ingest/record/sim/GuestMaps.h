#pragma once

#include "c2c-ingest/record/sim/RecordStream.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace fsfind::record::sim {

/// One line of /proc/PID/maps (proc(5)); nothing if it is not one.
std::optional<MapRecord> parseMapsLine(std::string_view line);

/// Which of the guest's mappings the recording knows already. Addresses are the guest's; QEMU's own
/// memory is never asked for, so it never gets in.
class GuestMaps {
public:
  /// Where QEMU placed the guest's address 0.
  void setGuestBase(std::uint64_t base) { guest_base_ = base; }

  /// The mapping at `address`, if there is one that the recording does not know yet; it then does.
  /// `code`: an instruction lies there. `text` is the content of /proc/self/maps.
  std::optional<MapRecord> learn(std::uint64_t address, bool code, std::string_view text);
  [[nodiscard]] bool knows(std::uint64_t address, bool code) const;

  /// The guest changed its mappings here.
  void forget(std::uint64_t address, std::uint64_t length);
  void forgetAll() { known_.clear(); }
  /// The guest's program break is here now.
  void setBreak(std::uint64_t address);
  /// An address on the initial thread's stack, which is all of the mapping that it lies in now.
  void setStack(std::uint64_t address, std::string_view text);

private:
  struct Known {
    std::uint64_t end = 0;
    bool code = false;
  };
  struct Range {
    std::uint64_t start = 0, end = 0;
    [[nodiscard]] bool holds(std::uint64_t address) const {
      return start <= address && address < end;
    }
  };
  [[nodiscard]] std::optional<MapRecord> find(std::uint64_t address, std::string_view text) const;
  void name(MapRecord &map, std::uint64_t address) const;

  std::map<std::uint64_t, Known> known_; ///< by start
  std::uint64_t guest_base_ = 0;
  Range heap_, stack_;
};

} // namespace fsfind::record::sim
