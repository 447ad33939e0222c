#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Decoder.h"
#include "c2c-ingest/perf/SampleDecoder.h"
#include "c2c-ingest/typing/FlowGraph.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace fsfind::clock {

/// A memory access near the instruction at which a sample interrupted a thread, whose address
/// follows from the registers that the sample has. It was made just before, or is made next, by the
/// straight line of code around: no way leads there that does not pass it.
struct Operand {
  std::uint64_t svma = 0; ///< of the instruction that accesses
  machine::Memory memory; ///< in terms of the registers at the sample
  std::uint32_t size = 0; ///< bytes
  bool load = false, store = false;
  bool awaited = false; ///< the sample is in a loop that only waits for it to change
};

/// What the code tells of samples at one address.
struct SampledCode {
  /// What is awaited comes first, then what lies behind the sample, then what is ahead; each time
  /// the nearest first.
  std::vector<Operand> operands;
  /// Of the straight line that the address lies in: its first instruction (svma), how many it has,
  /// and how many of them do not read, change and write memory at once, which is slow. 0
  /// instructions: where it begins is not known, as the code has no symbol.
  std::uint64_t line = 0;
  std::uint32_t instructions = 0, usual = 0;
};

/// Instructions that are kept of all modules, half a gigabyte: more than the hot functions of any
/// program have.
inline constexpr std::size_t kMostDecoded = std::size_t{1} << 19;

/// Finds the operands of one module's code. Not thread-safe.
class Operands {
public:
  /// `module` must outlive the object. `room`: instructions of functions that may still be kept,
  /// which several modules share; of functions for which there is none only what is ahead is told.
  Operands(debuginfo::Module &module, std::size_t &room);

  /// Each address is looked at once; the reference holds as long as the object.
  const SampledCode &at(std::uint64_t svma);

private:
  struct Function {
    typing::FlowGraph graph;
    /// By block: the one that alone leads to it; none for the entry and where several do.
    std::vector<std::optional<std::uint32_t>> before;
  };
  const Function *functionAt(std::uint64_t svma);
  void lookBack(const Function &function, std::uint32_t block, std::uint32_t instruction,
                std::vector<Operand> &into) const;
  void lookAhead(std::uint64_t svma, std::vector<Operand> &into);
  static void takeAwaited(const Function &function, std::uint32_t block,
                          std::vector<Operand> &into);

  debuginfo::Module &module_;
  std::unique_ptr<machine::Decoder> decoder_;   ///< null for an unknown architecture
  std::map<std::uint64_t, Function> functions_; ///< by entry
  std::size_t &room_;
  std::map<std::uint64_t, SampledCode> sampled_;
};

/// The general registers of a sample by machine::Register, as the architecture's
/// arch/*/include/uapi/asm/perf_regs.h numbers them; those of `known` (bit r: register r).
struct Registers {
  std::array<std::uint64_t, machine::kRegisterCount> values{};
  std::uint64_t known = 0;
};
Registers registersOf(const perf::UserRegisters &recorded, machine::Arch arch);

/// The operand's address; none if it needs a register that was not recorded. `bias`: virtual
/// address = svma + bias.
std::optional<std::uint64_t> addressOf(const machine::Memory &memory, const Registers &registers,
                                       std::uint64_t bias);

} // namespace fsfind::clock
