#include "c2c-ingest/clock/Operands.h"

#include "c2c-ingest/clock/WaitingLoop.h"
#include "c2c-ingest/typing/Architecture.h"

#include <algorithm>
#include <array>

// A sample interrupts a thread between two instructions and has the registers of that moment. An
// operand ahead is exact as long as no instruction between changes what its address is made of; one
// behind, as long as none has changed it since. Additions of constants and copies are undone:
//
//     mov  rax, [rdi+8]     behind: rdi was not changed, so rdi+8
//     add  rdi, 16          behind: rdi was 16 less
//     lock inc [rdi]        behind, and what the sample's time was spent on: rdi
//   → mov  rbx, [rax]       ahead: rax
//     mov  rcx, [rbx]       ahead: not known, as rbx is loaded
//
// Behind, the line ends where another way joins it and at calls; ahead, at calls and wherever the
// thread may go elsewhere.

namespace fsfind::clock {

namespace {

using machine::Effect;
using machine::Flow;
using machine::Instruction;
using machine::kNoRegister;
using machine::Register;

/// How far from the sample operands are looked for, in instructions. An out-of-order processor
/// has some hundred in flight, but what is far away is rarely exact, and seldom what it waits for.
constexpr unsigned kBehind = 16, kAhead = 8;

/// The value of a register as another one's at the sample, plus a distance (modulo 2^64, as the
/// machine counts: code may be anything).
struct Relation {
  Register base = kNoRegister; ///< kNoRegister: not known
  std::uint64_t distance = 0;

  [[nodiscard]] bool known() const { return base != kNoRegister; }
  [[nodiscard]] Relation plus(std::uint64_t more) const {
    return known() ? Relation{base, distance + more} : Relation{};
  }
};

std::uint64_t modular(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

class Tracker {
public:
  Tracker() {
    for (Register r = 0; r < machine::kScratchRegister; ++r)
      relations_[r] = {r, 0};
  }

  /// Notes what an instruction makes of the registers.
  void ahead(const Instruction &instruction) {
    for (const Effect &effect : instruction.effects)
      if (effect.kind != Effect::Kind::Store)
        set(effect.to, valueOf(effect));
    set(machine::kScratchRegister, {});
  }

  /// Goes back over an instruction: to the registers before it.
  void behind(const Instruction &instruction) {
    for (auto effect = instruction.effects.rbegin(); effect != instruction.effects.rend(); ++effect)
      if (effect->kind != Effect::Kind::Store)
        undo(*effect);
    set(machine::kScratchRegister, {});
  }

  /// The operands of an instruction, whose registers are those of now.
  void take(const Instruction &instruction, std::vector<Operand> &into) const {
    for (const machine::MemoryAccess &access : instruction.accesses)
      if (const auto memory = known(access.memory); memory && access.size != 0)
        into.push_back(
            {instruction.address, *memory, access.size, access.load, access.store, false});
  }

private:
  [[nodiscard]] Relation get(Register reg) const {
    return reg < relations_.size() ? relations_[reg] : Relation{};
  }
  void set(Register reg, Relation relation) {
    if (reg < relations_.size())
      relations_[reg] = relation;
  }

  [[nodiscard]] Relation valueOf(const Effect &effect) const {
    constexpr std::uint8_t kWhole = 8;
    switch (effect.kind) {
    case Effect::Kind::Copy:
      return effect.size == kWhole ? get(effect.from) : Relation{};
    case Effect::Kind::AddConstant:
      return get(effect.from).plus(modular(effect.value));
    case Effect::Kind::AddressOf: {
      const machine::Memory &memory = effect.memory;
      const bool plain =
          memory.index == kNoRegister && !memory.absolute && !memory.thread_local_base;
      return plain ? get(memory.base).plus(modular(memory.displacement)) : Relation{};
    }
    default:
      return {};
    }
  }

  void undo(const Effect &effect) {
    const Relation after = get(effect.to);
    const bool moves = effect.kind == Effect::Kind::AddConstant ||
                       (effect.kind == Effect::Kind::Copy && effect.size == 8);
    const std::uint64_t added =
        effect.kind == Effect::Kind::AddConstant ? modular(effect.value) : 0;
    if (!moves || effect.from != effect.to)
      set(effect.to, {});
    if (moves && (effect.from == effect.to || !get(effect.from).known()))
      set(effect.from, after.plus(0 - added));
  }

  /// The same operand in terms of the registers at the sample.
  [[nodiscard]] std::optional<machine::Memory> known(machine::Memory memory) const {
    if (memory.thread_local_base)
      return {};
    std::uint64_t displacement = modular(memory.displacement);
    const auto replace = [&](Register &reg, std::uint64_t scale) {
      if (reg == kNoRegister)
        return true;
      const Relation relation = get(reg);
      reg = relation.base;
      displacement += relation.distance * scale;
      return relation.known();
    };
    if (!replace(memory.base, 1) || !replace(memory.index, memory.scale))
      return {};
    memory.displacement = static_cast<std::int64_t>(displacement);
    return memory;
  }

  std::array<Relation, machine::kRegisterCount> relations_{};
};

} // namespace

Operands::Operands(debuginfo::Module &module, std::size_t &room) : module_(module), room_(room) {
  if (const auto arch = typing::architectureOf(module))
    decoder_ = machine::Decoder::create(*arch);
}

const Operands::Function *Operands::functionAt(std::uint64_t svma) {
  const auto symbol = module_.findFunction(svma);
  if (!symbol || symbol->size == 0)
    return nullptr;
  const auto known = functions_.find(symbol->start);
  if (known != functions_.end())
    return &known->second;
  if (room_ == 0)
    return nullptr;
  Function &function = functions_[symbol->start];
  debuginfo::FunctionInfo bounds;
  bounds.entry = symbol->start;
  bounds.code = {{symbol->start, symbol->start + symbol->size}};
  function.graph = typing::flowGraphOf(bounds, module_, *decoder_);
  room_ -= std::min(room_, function.graph.code.size());
  const auto &blocks = function.graph.blocks;
  std::vector<unsigned> ways(blocks.size());
  function.before.resize(blocks.size());
  for (std::uint32_t i = 0; i < blocks.size(); ++i)
    for (const std::uint32_t next : blocks[i].successors) {
      ++ways[next];
      function.before[next] = i;
    }
  const bool jumps = std::any_of(blocks.begin(), blocks.end(),
                                 [](const typing::Block &block) { return block.jumps_anywhere; });
  for (std::uint32_t i = 0; i < blocks.size(); ++i)
    if (ways[i] != 1 || i == function.graph.entry || jumps)
      function.before[i].reset();
  return &function;
}

void Operands::lookBack(const Function &function, std::uint32_t block, std::uint32_t instruction,
                        std::vector<Operand> &into) const {
  const typing::FlowGraph &graph = function.graph;
  Tracker tracker;
  for (unsigned seen = 0; seen < kBehind; ++seen) {
    while (instruction == graph.blocks[block].first) {
      const auto before = function.before[block];
      if (!before || *before == block)
        return;
      block = *before;
      instruction = graph.blocks[block].end;
    }
    const Instruction &one = graph.code[--instruction];
    if (one.flow == Flow::Call)
      return;
    tracker.behind(one);
    tracker.take(one, into);
  }
}

/// Needs no bounds: the sampled address is that of an instruction.
void Operands::lookAhead(std::uint64_t svma, std::vector<Operand> &into) {
  std::span<const std::byte> bytes = module_.bytesAt(svma, kAhead * machine::kLongestInstruction);
  Tracker tracker;
  for (unsigned seen = 0; seen < kAhead && !bytes.empty(); ++seen) {
    const auto one = decoder_->decode(bytes, svma);
    if (!one || one->length == 0 || one->length > bytes.size())
      return;
    tracker.take(*one, into);
    if (one->flow != Flow::Next)
      return;
    tracker.ahead(*one);
    bytes = bytes.subspan(one->length);
    svma += one->length;
  }
}

/// The loads of the loop that only waits there, if any, as far as the loop does not write the
/// registers of their address.
void Operands::takeAwaited(const Function &function, std::uint32_t block,
                           std::vector<Operand> &into) {
  const typing::FlowGraph &graph = function.graph;
  const std::vector<std::uint32_t> loop = waitingLoop(graph, block);
  const std::uint64_t written = writtenBy(graph, loop);
  const auto stays = [&](Register reg) { return reg == kNoRegister || (written >> reg & 1) == 0; };
  for (const std::uint32_t one : loop)
    for (std::uint32_t i = graph.blocks[one].first; i < graph.blocks[one].end; ++i)
      for (const machine::MemoryAccess &access : graph.code[i].accesses)
        if (stays(access.memory.base) && stays(access.memory.index) &&
            !access.memory.thread_local_base)
          into.push_back(
              {graph.code[i].address, access.memory, access.size, access.load, access.store, true});
}

std::uint32_t usualIn(const typing::FlowGraph &graph, const typing::Block &block) {
  const auto first = graph.code.begin() + block.first, end = graph.code.begin() + block.end;
  const auto usual = std::count_if(first, end, [](const Instruction &instruction) {
    return std::none_of(
        instruction.accesses.begin(), instruction.accesses.end(),
        [](const machine::MemoryAccess &access) { return access.load && access.store; });
  });
  return static_cast<std::uint32_t>(usual);
}

/// Adds those of instructions that the operands are not of already.
void addOthers(std::vector<Operand> &operands, const std::vector<Operand> &others) {
  const std::size_t before = operands.size();
  for (const Operand &other : others)
    if (std::none_of(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(before),
                     [&](const Operand &one) { return one.svma == other.svma; }))
      operands.push_back(other);
}

const SampledCode &Operands::at(std::uint64_t svma) {
  const auto [known, fresh] = sampled_.try_emplace(svma);
  SampledCode &code = known->second;
  if (!fresh || !decoder_)
    return code;
  std::vector<Operand> around;
  if (const Function *function = functionAt(svma)) {
    const typing::FlowGraph &graph = function->graph;
    if (const auto instruction = graph.indexOf(svma)) {
      const std::uint32_t block = graph.blockOf(*instruction);
      code.line = graph.code[graph.blocks[block].first].address;
      code.instructions = graph.blocks[block].end - graph.blocks[block].first;
      code.usual = usualIn(graph, graph.blocks[block]);
      takeAwaited(*function, block, code.operands);
      lookBack(*function, block, *instruction, around);
    }
  }
  lookAhead(svma, around);
  addOthers(code.operands, around);
  return code;
}

Registers registersOf(const perf::UserRegisters &recorded, machine::Arch arch) {
  // By PERF_REG_X86_*: ax bx cx dx si di bp sp, then ip, flags and segments, then r8 to r15.
  constexpr std::array<std::uint8_t, 24> kOfX86 = {
      0, 3, 2, 1, 4, 5, 6, 7, 255, 255, 255, 255, 255, 255, 255, 255, 8, 9, 10, 11, 12, 13, 14, 15};
  constexpr std::size_t kOfArm = 32; // PERF_REG_ARM64_X0 to SP
  Registers registers;
  const std::size_t count = arch == machine::Arch::X86_64 ? kOfX86.size() : kOfArm;
  for (std::size_t bit = 0; bit < count; ++bit) {
    const Register reg = arch == machine::Arch::X86_64 ? kOfX86[bit] : static_cast<Register>(bit);
    if (reg == kNoRegister || (recorded.mask >> bit & 1) == 0)
      continue;
    registers.values[reg] = recorded.values[bit];
    registers.known |= std::uint64_t{1} << reg;
  }
  return registers;
}

std::optional<std::uint64_t> addressOf(const machine::Memory &memory, const Registers &registers,
                                       std::uint64_t bias) {
  std::uint64_t address = static_cast<std::uint64_t>(memory.displacement);
  if (memory.absolute)
    address += bias;
  for (const auto &[reg, scale] :
       {std::pair(memory.base, std::uint8_t{1}), std::pair(memory.index, memory.scale)}) {
    if (reg == kNoRegister)
      continue;
    if ((registers.known >> reg & 1) == 0)
      return {};
    address += registers.values[reg] * scale;
  }
  return address;
}

} // namespace fsfind::clock
