#include "c2c-ingest/clock/WaitingLoop.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <utility>

// A thread that waits for a lock or a flag loads it again and again:
//
//     L: pause                      all samples of the loop are of waiting for [rdi+4],
//     → mov  eax, [rdi+4]           wherever in it they are
//       cmp  eax, edx
//       jne  L
//
// Its instructions run equally often and take about the same time, so that nothing exceeds the
// usual there. What tells it from a loop that works is that no round depends on the one before.

namespace fsfind::clock {

namespace {

using machine::Change;
using machine::Effect;
using machine::Flow;
using machine::Instruction;
using machine::Register;
using typing::Block;
using typing::FlowGraph;

std::span<const Instruction> codeOf(const FlowGraph &graph, const Block &block) {
  return std::span(graph.code).subspan(block.first, block.end - block.first);
}

bool exchanges(const Instruction &instruction) {
  return std::any_of(
      instruction.accesses.begin(), instruction.accesses.end(),
      [](const machine::MemoryAccess &access) { return access.load && access.store; });
}

bool loads(const Instruction &instruction) {
  return std::any_of(instruction.accesses.begin(), instruction.accesses.end(),
                     [](const machine::MemoryAccess &access) { return access.load; });
}

/// Whether a loop that waits may have it: adding to what is shared, for one, is work.
bool mayWait(const Instruction &instruction) {
  const bool goes_on = instruction.flow == Flow::Next || instruction.flow == Flow::Branch ||
                       (instruction.flow == Flow::Jump && instruction.target);
  return goes_on && instruction.change != Change::Add && instruction.change != Change::Combine &&
         std::all_of(
             instruction.accesses.begin(), instruction.accesses.end(),
             [](const machine::MemoryAccess &access) { return access.load && access.size != 0; });
}

std::uint64_t bitOf(Register reg) {
  return reg < machine::kRegisterCount ? std::uint64_t{1} << reg : 0;
}

/// What the loop's registers are made of.
class Dependences {
public:
  void add(const Instruction &instruction) {
    std::uint64_t scratch = 0; // what the scratch register is made of
    const auto resolved = [&](std::uint64_t sources) {
      constexpr std::uint64_t kScratch = std::uint64_t{1} << machine::kScratchRegister;
      return (sources & kScratch) == 0 ? sources : (sources & ~kScratch) | scratch;
    };
    for (const machine::MemoryAccess &access : instruction.accesses)
      addresses_ |= bitOf(access.memory.base) | bitOf(access.memory.index);
    for (const Effect &effect : instruction.effects) {
      const bool widens = effect.kind == Effect::Kind::Copy && effect.from == effect.to;
      if (effect.kind == Effect::Kind::Store || widens || effect.to >= machine::kRegisterCount)
        continue;
      if (const std::uint64_t sources = resolved(sourcesOf(effect, instruction));
          effect.to == machine::kScratchRegister)
        scratch = sources;
      else
        note(effect, sources);
    }
  }

  /// Whether a value of one round is made from that of the round before, but for counts and pauses
  /// that grow, or tells where the next one loads from.
  [[nodiscard]] bool goOn() {
    for (std::size_t by = 0; by < of_.size(); ++by)
      for (std::uint64_t &sources : of_)
        if ((sources >> by & 1) != 0)
          sources |= of_[by];
    std::uint64_t from = addresses_;
    for (std::size_t reg = 0; reg < of_.size(); ++reg) {
      if ((of_[reg] >> reg & 1) != 0)
        return true;
      from |= (addresses_ >> reg & 1) != 0 ? of_[reg] : 0;
    }
    return computed_ != 0 || (from & counted_) != 0;
  }

private:
  static std::uint64_t sourcesOf(const Effect &effect, const Instruction &instruction) {
    const std::uint64_t of_memory = bitOf(effect.memory.base) | bitOf(effect.memory.index);
    switch (effect.kind) {
    case Effect::Kind::Constant:
      return 0;
    case Effect::Kind::Load:
    case Effect::Kind::AddressOf:
    case Effect::Kind::Difference:
      return of_memory;
    case Effect::Kind::Clobber:
      return exchanges(instruction) ? 0 : instruction.reads; // else it is what memory had
    case Effect::Kind::Multiply:
      return bitOf(effect.to) | bitOf(effect.from);
    default:
      return bitOf(effect.from);
    }
  }

  void note(const Effect &effect, std::uint64_t sources) {
    const std::uint64_t own = bitOf(effect.to);
    if (sources != own) {
      of_[effect.to] |= sources;
      return;
    }
    computed_ |= counted_ & own; // more than once a round
    counted_ |= own;
  }

  std::array<std::uint64_t, machine::kRegisterCount> of_{};
  /// Changed by themselves alone, once and several times a round; in addresses.
  std::uint64_t counted_ = 0, computed_ = 0, addresses_ = 0;
};

/// Finds the shortest way from a block back to it that loads.
class Search {
public:
  Search(const FlowGraph &graph, std::uint32_t start) : graph_(graph), start_(start) {}

  std::vector<std::uint32_t> run() {
    reach(start_, false, 0, 0);
    while (!ways_.empty()) {
      const Way way = *ways_.begin();
      ways_.erase(ways_.begin());
      for (const std::uint32_t next : graph_.blocks[steps_[way.step].block].successors) {
        if (next == start_ && way.loads)
          return blocksTo(way.step);
        reach(next, way.loads, way.length, way.step);
      }
    }
    return {};
  }

private:
  struct Step {
    std::uint32_t block, before;
  };
  struct Way {
    std::uint32_t length; ///< in instructions
    bool loads;
    std::uint32_t step; ///< its last one
    auto operator<=>(const Way &) const = default;
  };

  void reach(std::uint32_t number, bool loaded, std::uint32_t length, std::uint32_t before) {
    const Block &block = graph_.blocks[number];
    const std::span<const Instruction> code = codeOf(graph_, block);
    if (block.jumps_anywhere || length + code.size() > kLongestWait ||
        !std::all_of(code.begin(), code.end(), mayWait))
      return;
    loaded = loaded || std::any_of(code.begin(), code.end(), loads);
    if (!reached_.emplace(number, loaded).second)
      return;
    ways_.insert({length + static_cast<std::uint32_t>(code.size()), loaded,
                  static_cast<std::uint32_t>(steps_.size())});
    steps_.push_back({number, before});
  }

  [[nodiscard]] std::vector<std::uint32_t> blocksTo(std::uint32_t step) const {
    std::vector<std::uint32_t> blocks;
    for (; step != 0; step = steps_[step].before)
      blocks.push_back(steps_[step].block);
    blocks.push_back(start_);
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
  }

  const FlowGraph &graph_;
  std::uint32_t start_;
  std::vector<Step> steps_; ///< the first is the start
  std::set<Way> ways_;
  std::set<std::pair<std::uint32_t, bool>> reached_; ///< blocks, and whether the way loads
};

} // namespace

std::vector<std::uint32_t> waitingLoop(const FlowGraph &graph, std::uint32_t block) {
  std::vector<std::uint32_t> blocks = Search(graph, block).run();
  Dependences dependences;
  for (const std::uint32_t one : blocks)
    for (const Instruction &instruction : codeOf(graph, graph.blocks[one]))
      dependences.add(instruction);
  return dependences.goOn() ? std::vector<std::uint32_t>{} : blocks;
}

std::uint64_t writtenBy(const FlowGraph &graph, const std::vector<std::uint32_t> &blocks) {
  std::uint64_t written = 0;
  for (const std::uint32_t block : blocks)
    for (const Instruction &instruction : codeOf(graph, graph.blocks[block]))
      for (const Effect &effect : instruction.effects)
        if (effect.kind != Effect::Kind::Store)
          written |= bitOf(effect.to);
  return written;
}

} // namespace fsfind::clock
