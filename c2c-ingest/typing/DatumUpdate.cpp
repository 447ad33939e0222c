#include "c2c-ingest/typing/DatumUpdate.h"

#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

using machine::Change;
using machine::Effect;
using machine::Instruction;
using machine::Memory;
using machine::MemoryAccess;
using machine::Register;

/// Instructions from a load to the store of the sum. Compilers keep them close, and the search is
/// made for every store.
constexpr std::uint32_t kLongestSum = 32;

constexpr std::uint64_t bit(Register reg) {
  return reg < machine::kRegisterCount ? std::uint64_t{1} << reg : 0;
}

const MemoryAccess *storeOf(const Instruction &instruction) {
  const auto found = std::find_if(instruction.accesses.begin(), instruction.accesses.end(),
                                  [](const MemoryAccess &access) { return access.store; });
  return found == instruction.accesses.end() ? nullptr : &*found;
}

bool loads(const Instruction &instruction, const MemoryAccess &datum) {
  return std::any_of(
      instruction.accesses.begin(), instruction.accesses.end(), [&](const MemoryAccess &access) {
        return access.load && access.memory == datum.memory && access.size == datum.size;
      });
}

bool moves(const Instruction &instruction, const Memory &memory) {
  return std::any_of(
      instruction.effects.begin(), instruction.effects.end(), [&](const Effect &effect) {
        return effect.kind != Effect::Kind::Store && effect.to != machine::kNoRegister &&
               (effect.to == memory.base || effect.to == memory.index);
      });
}

/// Follows a datum from the instruction that loads it to the one that stores it.
class SumTracker {
public:
  explicit SumTracker(const MemoryAccess &datum) : datum_(datum) {}

  void run(const Instruction &instruction) {
    const MemoryAccess *stored = storeOf(instruction);
    bool takes_part =
        instruction.change == Change::Add && stored && stored->memory == datum_.memory;
    const std::uint64_t needed = instruction.reads & held_;
    for (const Effect &effect : instruction.effects)
      takes_part |= apply(effect);
    used_ |= (needed != 0 && !takes_part) || (instruction.reads_flags && flags_);
    if (instruction.writes_flags)
      flags_ = takes_part;
  }

  [[nodiscard]] bool used() const { return used_; }
  [[nodiscard]] bool storesSum() const { return stores_sum_; }
  [[nodiscard]] std::uint64_t held() const { return held_ & ~bit(machine::kScratchRegister); }
  [[nodiscard]] bool flags() const { return flags_; }

private:
  /// Whether the effect is a step from the load to the store.
  bool apply(const Effect &effect) {
    if (effect.kind == Effect::Kind::Store)
      return store(effect);
    const bool loads = effect.kind == Effect::Kind::Load && effect.memory == datum_.memory &&
                       effect.size == datum_.size;
    const bool copies = effect.kind == Effect::Kind::Copy && (held_ & bit(effect.from)) != 0;
    const bool adds = addsTo(effect);
    const bool of_sum = copies && (sums_ & bit(effect.from)) != 0;
    held_ &= ~bit(effect.to);
    sums_ &= ~bit(effect.to);
    if (loads || copies || adds)
      held_ |= bit(effect.to);
    if (adds || of_sum)
      sums_ |= bit(effect.to);
    return loads || copies || adds;
  }

  /// Makes the datum plus or minus another value.
  [[nodiscard]] bool addsTo(const Effect &effect) const {
    if (effect.kind == Effect::Kind::AddConstant)
      return (held_ & bit(effect.from)) != 0;
    if (effect.kind != Effect::Kind::AddressOf && effect.kind != Effect::Kind::Difference)
      return false;
    const bool base = (held_ & bit(effect.memory.base)) != 0;
    const bool index = (held_ & bit(effect.memory.index)) != 0;
    const bool plainly = effect.kind == Effect::Kind::AddressOf && effect.memory.scale == 1;
    return base != index && (!index || plainly);
  }

  bool store(const Effect &effect) {
    const bool to_datum = effect.memory == datum_.memory && effect.size == datum_.size;
    stores_sum_ = to_datum && (sums_ & bit(effect.from)) != 0;
    return stores_sum_;
  }

  const MemoryAccess &datum_;
  std::uint64_t held_ = 0; ///< registers with the old value or the sum
  std::uint64_t sums_ = 0; ///< those with the sum
  bool flags_ = false;     ///< the flags tell of the sum
  bool used_ = false, stores_sum_ = false;
};

/// The last instruction before that loads the datum, within straight code.
std::optional<std::uint32_t> loadBefore(const FlowGraph &graph, std::uint32_t store,
                                        const MemoryAccess &datum) {
  const std::uint32_t last = store < kLongestSum ? 0 : store - kLongestSum;
  for (std::uint32_t i = store; i > last; --i) {
    const Instruction &before = graph.code[i - 1];
    const bool goes_on = (before.flow == machine::Flow::Next || isAccessByCall(before)) &&
                         before.address + before.length == graph.code[i].address;
    if (!goes_on || moves(before, datum.memory))
      return {};
    if (loads(before, datum))
      return i - 1;
  }
  return {};
}

/// Of an instruction that adds, or of a store that ends a sum which `first` begins.
Update updateBySum(const FlowGraph &graph, std::uint32_t first, std::uint32_t last,
                   const MemoryAccess &datum, const ValueFates &fates) {
  SumTracker tracker(datum);
  for (std::uint32_t i = first; i <= last; ++i)
    tracker.run(graph.code[i]);
  if (graph.code[last].change != Change::Add && !tracker.storesSum())
    return Update::Unknown;
  if (tracker.used())
    return Update::Fetch;
  Fate worst = tracker.flags() ? fates.ofFlags(last) : Fate::Dropped;
  for (Register reg = 0; reg < machine::kRegisterCount; ++reg)
    if ((tracker.held() & bit(reg)) != 0)
      worst = std::max(worst, fates.ofRegister(reg, last));
  if (worst == Fate::Dropped)
    return Update::Add;
  return worst == Fate::Used ? Update::Fetch : Update::Unknown;
}

} // namespace

Update updateBy(const FlowGraph &graph, std::uint32_t instruction, const ValueFates &fates) {
  const Instruction &at = graph.code[instruction];
  const MemoryAccess *datum = storeOf(at);
  if (!datum || at.change == Change::Combine)
    return Update::Unknown;
  if (at.change == Change::Bits)
    return Update::Bits;
  if (at.change == Change::Add)
    return updateBySum(graph, instruction, instruction, *datum, fates);
  const Update otherwise = at.change == Change::Compare ? Update::Conditional : Update::Replace;
  const auto load = datum->load ? std::nullopt : loadBefore(graph, instruction, *datum);
  if (!load)
    return otherwise;
  const Update sum = updateBySum(graph, *load, instruction, *datum, fates);
  return sum == Update::Unknown && at.change == Change::Compare ? otherwise : sum;
}

} // namespace fsfind::typing
