#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Decoder.h"

#include <optional>
#include <vector>

namespace fsfind::typing {

/// Instructions that run one after the other: [first, end) of the graph's code.
struct Block {
  std::uint32_t first = 0, end = 0;
  std::vector<std::uint32_t> successors; ///< numbers of blocks
  bool entered = false;                  ///< some block leads here, or it is the entry
  bool jumps_anywhere = false;           ///< ends in an indirect jump (a switch)
};

/// A function's instructions, in address order, and how control flows between them.
struct FlowGraph {
  std::vector<machine::Instruction> code;
  std::vector<Block> blocks;
  std::optional<std::uint32_t> entry; ///< the block that begins at the function's entry

  /// Number of the instruction that begins at an address; none if none does.
  [[nodiscard]] std::optional<std::uint32_t> indexOf(std::uint64_t svma) const;
  /// Number of the block that has an instruction of the code.
  [[nodiscard]] std::uint32_t blockOf(std::uint32_t instruction) const;
  /// Number of the instruction that loads, or with `store` stores: that at the address of a sample,
  /// or the one just before it, since a sample may name the instruction after the one that accessed
  /// memory. None if neither does.
  [[nodiscard]] std::optional<std::uint32_t> accessAt(std::uint64_t svma, bool store) const;
};

/// Functions of more instructions than this are cut off.
inline constexpr std::size_t kMaxInstructions = std::size_t{1} << 16;

/// Decodes all parts of the function. A part is decoded up to the first bytes that are no
/// instruction.
FlowGraph flowGraphOf(const debuginfo::FunctionInfo &function, const debuginfo::Module &module,
                      machine::Decoder &decoder);

} // namespace fsfind::typing
