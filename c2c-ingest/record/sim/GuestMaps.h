#pragma once

#include "c2c-ingest/record/sim/RecordStream.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace fsfind::record::sim {

/// One line of /proc/PID/maps (proc(5)); nothing if it is not one.
std::optional<MapRecord> parseMapsLine(std::string_view line);

/// The guest's mappings that are in the recording already. Addresses are the guest's; mappings of
/// QEMU itself are never looked up and so never recorded.
class GuestMaps {
public:
  /// Where QEMU placed the guest's address 0.
  void setGuestBase(std::uint64_t base) { guest_base_ = base; }

  /// Returns the mapping at `address`, which the caller has to record, and counts it as known;
  /// nothing if no mapping is there. `code`: an instruction lies there. `text` is the content of
  /// /proc/self/maps.
  std::optional<MapRecord> learn(std::uint64_t address, bool code, std::string_view text);
  [[nodiscard]] bool knows(std::uint64_t address, bool code) const {
    const RecentPage &recent = recentAt(address);
    return (recent.page == address / kPage && (recent.code || !code)) || finds(address, code);
  }

  /// The mappings that overlap the range, as `learn` would return them, but for known ones.
  [[nodiscard]] std::vector<MapRecord> unknown(std::uint64_t address, std::uint64_t length,
                                               std::string_view text) const;

  struct Range {
    std::uint64_t start = 0, end = 0;
    [[nodiscard]] bool holds(std::uint64_t address) const {
      return start <= address && address < end;
    }
  };
  /// Where files are mapped, ascending; `text` is the content of /proc/self/maps.
  [[nodiscard]] std::vector<Range> files(std::string_view text) const;

  /// From now on System V memory is named so that readers of recordings know its lines by their
  /// offset, as those of files, and not by address: processes may have it at different ones.
  /// Mappings that are MAP_SHARED are no longer known.
  void nameByOffset(std::string_view text);
  /// The mappings that are MAP_SHARED, as `text` has them, ascending.
  [[nodiscard]] std::vector<MapRecord> shared(std::string_view text) const;

  /// To be called when the guest changes mappings: they are no longer known.
  void forget(std::uint64_t address, std::uint64_t length);
  void forgetAll() {
    known_.clear();
    recent_.fill({});
  }
  /// The guest's program break is here now.
  void setBreak(std::uint64_t address);
  /// `address` lies on the initial thread's stack; the mapping around it is taken as the stack.
  void setStack(std::uint64_t address, std::string_view text);

private:
  struct Known {
    std::uint64_t end = 0;
    bool code = false;
  };
  static constexpr std::uint64_t kPage = 4096;
  [[nodiscard]] bool finds(std::uint64_t address, bool code) const;
  template <class Use> void eachIn(std::string_view text, const Use &use) const;
  [[nodiscard]] std::optional<MapRecord> find(std::uint64_t address, std::string_view text) const;
  void name(MapRecord &map, std::uint64_t address) const;

  /// A page that is known; of its mapping, whether that is known as code.
  struct RecentPage {
    std::uint64_t page = UINT64_MAX;
    bool code = false;
  };

  std::map<std::uint64_t, Known> known_;         ///< by start
  mutable std::array<RecentPage, 128> recent_{}; ///< by a hash: each sample asks for two
  [[nodiscard]] RecentPage &recentAt(std::uint64_t address) const {
    return recent_[address / kPage % recent_.size()];
  }
  std::uint64_t guest_base_ = 0;
  bool names_by_offset_ = false;
  Range heap_, stack_;
};

} // namespace fsfind::record::sim
