#include "c2c-ingest/typing/MachineState.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

constexpr std::int64_t kSlot = 8;
/// Nothing is mapped below; smaller numbers are arithmetic (LEA without a base).
constexpr std::int64_t kLowestAddress = 4096;

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
  const auto known = slots.find(offset);
  return known == slots.end() ? kUnknown : known->second;
}

void MachineState::store(std::int64_t offset, std::uint64_t size, const Value &value) {
  constexpr std::uint64_t kLargestStore = std::uint64_t{1} << 20;
  const auto end = offset + static_cast<std::int64_t>(std::min(size, kLargestStore));
  slots.erase(slots.upper_bound(offset - kSlot), slots.lower_bound(end));
  if (size == kSlot && value.kind != Value::Kind::Unknown)
    slots[offset] = value;
}

} // namespace fsfind::typing
