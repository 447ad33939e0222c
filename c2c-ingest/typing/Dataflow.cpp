#include "c2c-ingest/typing/Dataflow.h"

#include <algorithm>

namespace fsfind::typing {

namespace {

/// Most rounds. A round is repeated if it learnt the type of a value made earlier.
constexpr int kMaxRounds = 6;
/// Most visits of a block in a round. A joined state only loses detail, so blocks settle much
/// earlier; this is a safeguard.
constexpr std::uint32_t kMaxVisits = 64;
/// Most changes of a register's value at the begin of a block after which it still may have one
/// choice more: in a loop they become ever more.
constexpr std::uint8_t kMostChoosing = 8;

} // namespace

Dataflow::Dataflow(const FlowGraph &graph, Seeds &seeds, Transfer &transfer, Knowledge &knowledge)
    : graph_(graph), seeds_(seeds), transfer_(transfer), knowledge_(knowledge) {
  if (graph.entry)
    for (const Seeds::Entry &entry : seeds.atEntry())
      knowledge.learn(defined(transfer.meeting(*graph.entry, entry.reg)), entry.pointer);
}

void Dataflow::run() {
  for (int round = 0; round < kMaxRounds; ++round) {
    knowledge_.takeNews();
    runOnce();
    if (!knowledge_.takeNews())
      return;
  }
}

void Dataflow::runOnce() {
  states_.assign(graph_.blocks.size(), std::nullopt);
  visits_.assign(graph_.blocks.size(), 0);
  changes_.assign(graph_.blocks.size() * machine::kRegisterCount, 0);
  stray_.reset();
  if (graph_.entry) {
    states_[*graph_.entry] = transfer_.entryState(*graph_.entry);
    work_.push_back(*graph_.entry);
  }
  drain();
  enterStrays();
}

/// NOPs between a jump and what is aligned behind it: nothing runs these.
bool Dataflow::isPadding(std::uint32_t number) const {
  const Block &block = graph_.blocks[number];
  const auto first = graph_.code.begin() + block.first, end = graph_.code.begin() + block.end;
  return !block.entered && std::all_of(first, end, [](const machine::Instruction &one) {
    return one.flow == machine::Flow::Next && one.effects.empty() && one.accesses.empty();
  });
}

/// Enters blocks that no edge leads to: cases of a switch, landing pads, code behind calls that
/// never return. What only these lead to comes after them.
void Dataflow::enterStrays() {
  for (const bool led_to : {false, true})
    for (std::uint32_t block = 0; block < graph_.blocks.size(); ++block) {
      if (states_[block] || (graph_.blocks[block].entered && !led_to) || isPadding(block))
        continue;
      enter(block, stray_.value_or(MachineState()));
      drain();
    }
}

void Dataflow::drain() {
  while (!work_.empty()) {
    const std::uint32_t number = work_.back();
    work_.pop_back();
    if (++visits_[number] > kMaxVisits)
      continue;
    const MachineState out = replay(number, [](std::uint32_t, const MachineState &) {});
    const Block &block = graph_.blocks[number];
    if (block.jumps_anywhere) {
      if (stray_)
        join(number, *stray_, out);
      else
        stray_ = out;
    }
    if (transfer_.returns(block.end - 1))
      for (const std::uint32_t successor : block.successors)
        enter(successor, out);
  }
}

void Dataflow::enter(std::uint32_t block, const MachineState &state) {
  bool changed = true;
  if (states_[block])
    changed = join(block, *states_[block], state);
  else
    states_[block] = state;
  if (changed && std::find(work_.begin(), work_.end(), block) == work_.end())
    work_.push_back(block);
}

/// Joins `from` into `into`, the state at the begin of `block`; true if `into` changed.
bool Dataflow::join(std::uint32_t block, MachineState &into, const MachineState &from) {
  bool changed = false;
  for (machine::Register reg = 0; reg < machine::kRegisterCount; ++reg) {
    Value &value = into.registers[reg];
    const Value met_here = knowledge_.of(transfer_.meeting(block, reg));
    if (value == met_here || value == from.registers[reg])
      continue;
    // The stack has one depth at one instruction; any other came over a call that never returns.
    if (reg == transfer_.stackPointer() && value.kind == Value::Kind::Frame)
      continue;
    Value met = meet(value, from.registers[reg]);
    std::uint8_t &changes = changes_[std::size_t{block} * machine::kRegisterCount + reg];
    if (met != value && ++changes > kMostChoosing) {
      met = withoutChoices(met);
      changes = kMostChoosing;
    }
    if (met == kUnknown)
      met = met_here;
    changed = changed || met != value;
    value = met;
  }
  for (MachineState::Slot &slot : into.slots) {
    const Value met = meet(slot.second, from.slot(slot.first));
    changed = changed || met != slot.second;
    slot.second = met;
  }
  std::erase_if(into.slots, [](const MachineState::Slot &slot) { return slot.second == kUnknown; });
  return changed;
}

template <class Each> MachineState Dataflow::replay(std::uint32_t number, const Each &each) {
  const Block &block = graph_.blocks[number];
  MachineState state = *states_[number];
  for (std::uint32_t i = block.first; i < block.end; ++i) {
    seeds_.apply(i, i == block.first, state, knowledge_);
    each(i, state);
    transfer_.execute(i, state);
  }
  return state;
}

void Dataflow::visit(const Visit &callback) {
  for (std::uint32_t block = 0; block < graph_.blocks.size(); ++block)
    if (states_[block])
      replay(block, callback);
}

} // namespace fsfind::typing
