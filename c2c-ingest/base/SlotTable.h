#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsfind::ingest {

/// Finds entries of a table by hash. The entries lie elsewhere, in the order in which they were
/// entered; here are their positions, with a part of each hash, so that a look-up seldom touches an
/// entry that is not the one. At most 2^32 - 1 entries.
class SlotTable {
public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// The position among those entered with `hash` for which `matches(position)`; kNone if there is
  /// none. The low half of `hash` has to tell keys apart.
  template <class Matches>
  [[nodiscard]] std::uint32_t find(std::size_t hash, const Matches &matches) const {
    const auto part = static_cast<std::uint32_t>(hash);
    for (std::size_t at = part & mask();; at = (at + 1) & mask()) {
      const Slot slot = slots_[at];
      if (slot.position == kNone || (slot.part == part && matches(slot.position)))
        return slot.position;
    }
  }

  /// The processor loads what find() reads first. Tables are larger than its caches: whoever has
  /// several keys asks for all of them before it looks for the first.
  void prefetch(std::size_t hash) const { __builtin_prefetch(&slots_[hash & mask()]); }
  /// What find() will give, most probably; reads no entry.
  [[nodiscard]] std::uint32_t guess(std::size_t hash) const {
    return find(hash, [](std::uint32_t) { return true; });
  }

  /// Enters a position that is not in the table yet.
  void enter(std::size_t hash, std::uint32_t position) {
    if (2 * (entered_ + 1) > slots_.size())
      grow();
    place({static_cast<std::uint32_t>(hash), position});
    ++entered_;
  }

private:
  struct Slot {
    std::uint32_t part = 0;
    std::uint32_t position = kNone; ///< kNone = free
  };
  static constexpr std::size_t kFirstSlots = 64;

  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }

  void place(Slot slot) {
    std::size_t at = slot.part & mask();
    while (slots_[at].position != kNone)
      at = (at + 1) & mask();
    slots_[at] = slot;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot slot : old)
      if (slot.position != kNone)
        place(slot);
  }

  std::vector<Slot> slots_{kFirstSlots}; ///< a power of two, at least half of it free
  std::size_t entered_ = 0;
};

/// The processor loads an entry of a table, if there is one at `position`.
template <class Entry>
void prefetchEntry(const std::vector<Entry> &entries, std::uint32_t position) {
  if (position == SlotTable::kNone)
    return;
  const auto *bytes = reinterpret_cast<const char *>(&entries[position]);
  __builtin_prefetch(bytes);
  __builtin_prefetch(bytes + sizeof(Entry) - 1);
}

} // namespace fsfind::ingest
