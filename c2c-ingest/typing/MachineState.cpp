#include "c2c-ingest/typing/MachineState.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

constexpr std::int64_t kSlot = 8;
/// Nothing is mapped below; smaller numbers are arithmetic (LEA without a base).
constexpr std::int64_t kLowestAddress = 4096;

bool startsBefore(const MachineState::Slot &slot, std::int64_t offset) {
  return slot.first < offset;
}

} // namespace

Value MachineState::address(const machine::Memory &memory) const {
  const auto unsigned_displacement = static_cast<std::uint64_t>(memory.displacement);
  const bool is_static = memory.absolute && memory.displacement >= kLowestAddress;
  Value address = is_static ? staticAddress(unsigned_displacement) : constant(memory.displacement);
  if (memory.thread_local_base)
    address.kind = Value::Kind::ThreadLocal;
  if (memory.base != machine::kNoRegister)
    address = add(address, read(memory.base));
  if (memory.index != machine::kNoRegister)
    address = add(address, scaled(read(memory.index), memory.scale));
  if (address.kind == Value::Kind::Constant)
    return staticAddress(static_cast<std::uint64_t>(address.offset));
  return address;
}

Value MachineState::slot(std::int64_t offset) const {
  const auto known = std::lower_bound(slots.begin(), slots.end(), offset, startsBefore);
  return known == slots.end() || known->first != offset ? kUnknown : known->second;
}

void MachineState::store(std::int64_t offset, std::uint64_t size, const Value &value) {
  constexpr std::uint64_t kLargestStore = std::uint64_t{1} << 20;
  const auto end = offset + static_cast<std::int64_t>(std::min(size, kLargestStore));
  const auto first = std::lower_bound(slots.begin(), slots.end(), offset - kSlot + 1, startsBefore);
  const auto last = std::lower_bound(first, slots.end(), end, startsBefore);
  const auto place = slots.erase(first, last);
  if (size == kSlot && value.kind != Value::Kind::Unknown)
    slots.insert(place, {offset, value});
}

} // namespace fsfind::typing
