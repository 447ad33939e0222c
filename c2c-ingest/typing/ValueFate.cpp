#include "c2c-ingest/typing/ValueFate.h"

#include <algorithm>
#include <set>

namespace fsfind::typing {

namespace {

using machine::Flow;
using machine::Instruction;
using machine::Register;

/// A value that lives through more instructions than this is taken as one that leaves the function.
constexpr std::size_t kFarthest = 512;

bool overwrites(const Instruction &instruction, Register reg) {
  return std::any_of(instruction.effects.begin(), instruction.effects.end(),
                     [reg](const machine::Effect &effect) {
                       return effect.to == reg && effect.kind != machine::Effect::Kind::Store;
                     });
}

/// Of a jump or branch.
bool staysIn(const FlowGraph &graph, const Instruction &instruction) {
  return instruction.target && graph.indexOf(*instruction.target);
}

bool hasRegister(std::uint64_t registers, Register reg) {
  return (registers >> reg & 1) != 0;
}

} // namespace

/// `step` tells an instruction's fate for the value; nothing where the value goes on.
template <class Step> Fate ValueFates::follow(std::uint32_t instruction, Step step) const {
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open;
  Fate worst = Fate::Dropped;
  const auto enter = [&](std::uint32_t next) {
    if (seen.insert(next).second)
      open.push_back(next);
  };
  const auto goOn = [&](std::uint32_t from) {
    const auto after = std::upper_bound(
        graph_.blocks.begin(), graph_.blocks.end(), from,
        [](std::uint32_t index, const Block &block) { return index < block.first; });
    const Block &block = *std::prev(after);
    if (from + 1 < block.end)
      return enter(from + 1);
    if (block.successors.empty())
      worst = std::max(worst, Fate::Leaves);
    for (const std::uint32_t successor : block.successors)
      enter(graph_.blocks[successor].first);
  };
  goOn(instruction);
  while (!open.empty() && worst != Fate::Used) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (seen.size() > kFarthest)
      return Fate::Leaves;
    if (const std::optional<Fate> fate = step(graph_.code[next]))
      worst = std::max(worst, *fate);
    else
      goOn(next);
  }
  return worst;
}

Fate ValueFates::ofRegister(Register reg, std::uint32_t instruction) const {
  return follow(instruction, [&](const Instruction &next) -> std::optional<Fate> {
    if (hasRegister(next.reads, reg))
      return Fate::Used;
    const bool jumps = next.flow == Flow::Jump || next.flow == Flow::Branch;
    const bool leaves_function = jumps && !staysIn(graph_, next);
    if (leaves_function || (next.flow == Flow::Call && hasRegister(passed_, reg)))
      return Fate::Leaves;
    if (next.flow == Flow::Return)
      return hasRegister(returned_, reg) ? Fate::Leaves : Fate::Dropped;
    if (next.flow == Flow::Stop ||
        (next.flow == Flow::Call && hasRegister(convention_.clobbered, reg)))
      return Fate::Dropped;
    return overwrites(next, reg) ? std::optional(Fate::Dropped) : std::nullopt;
  });
}

/// No convention passes flags to callees or callers.
Fate ValueFates::ofFlags(std::uint32_t instruction) const {
  return follow(instruction, [&](const Instruction &next) -> std::optional<Fate> {
    if (next.reads_flags)
      return Fate::Used;
    const bool ends = next.flow == Flow::Call || next.flow == Flow::Return ||
                      next.flow == Flow::Stop ||
                      (next.flow == Flow::Jump && !staysIn(graph_, next));
    return next.writes_flags || ends ? std::optional(Fate::Dropped) : std::nullopt;
  });
}

} // namespace fsfind::typing
