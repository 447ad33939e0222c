#include "c2c-ingest/typing/Seeds.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

using debuginfo::VariableLocation;

} // namespace

Seeds::Seeds(const debuginfo::FunctionInfo &function, const FlowGraph &graph, MemoryTypes &types)
    : graph_(graph), types_(types) {
  for (const debuginfo::ScopeVariable &variable : function.variables)
    for (const VariableLocation &location : variable.locations)
      add(variable, location);
  std::stable_sort(seeds_.begin(), seeds_.end(),
                   [](const Seed &a, const Seed &b) { return a.range.begin < b.range.begin; });
  std::uint64_t last_end = 0;
  for (Seed &seed : seeds_)
    seed.last_end = last_end = std::max(last_end, seed.range.end);
}

void Seeds::add(const debuginfo::ScopeVariable &variable, const VariableLocation &location) {
  // A variable in memory types the register only if its offset from it is 0: a register such as the
  // stack pointer, with an offset, leads to many variables.
  const bool in_memory = location.kind == VariableLocation::Kind::AtRegister &&
                         location.offset == 0 && location.piece_size == 0;
  const bool value = location.kind == VariableLocation::Kind::InRegister ||
                     location.kind == VariableLocation::Kind::ValueIs ||
                     location.kind == VariableLocation::Kind::EntryValue;
  auto pointer = in_memory ? pointerTo(variable.type)
                 : value   ? types_.pointerIn(variable.type, location.piece_offset)
                           : std::optional<Value>();
  if (!pointer)
    return;
  if (location.kind != VariableLocation::Kind::InRegister)
    pointer->offset -= location.offset;
  if (location.kind == VariableLocation::Kind::EntryValue)
    entries_.push_back({location.reg, *pointer});
  else
    seeds_.push_back({location.range, location.reg, *pointer, 0});
}

void Seeds::set(const Seed &seed, MachineState &state, Knowledge &knowledge) {
  const Value held = state.read(seed.reg);
  knowledge.learn(held, seed.pointer);
  if (held.kind == Value::Kind::Pointer)
    state.write(seed.reg, withOrigin(types_.better(held, seed.pointer), held));
  else if (!held.isAddress() && held.kind != Value::Kind::Constant)
    state.write(seed.reg, withOrigin(seed.pointer, held));
}

void Seeds::apply(std::uint32_t instruction, bool all, MachineState &state, Knowledge &knowledge) {
  const std::uint64_t svma = graph_.code[instruction].address;
  const auto after = std::upper_bound(
      seeds_.begin(), seeds_.end(), svma,
      [](std::uint64_t address, const Seed &seed) { return address < seed.range.begin; });
  // A range may begin between decoded instructions: count all behind the begin of the last one.
  const std::uint64_t since =
      all || instruction == 0 ? 0 : graph_.code[instruction - 1].address + 1;
  for (auto seed = after; seed != seeds_.begin();) {
    --seed;
    if (seed->range.begin < since || seed->last_end <= svma)
      return;
    if (svma < seed->range.end)
      set(*seed, state, knowledge);
  }
}

} // namespace fsfind::typing
