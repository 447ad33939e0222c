#pragma once

#include "c2c-ingest/debuginfo/DwarfUnits.h"

namespace fsfind::debuginfo {

/// Variables at static addresses, by address. Made by one walk over the units; the insides of
/// functions, which are most of the debug info, are walked only when the rest names too little.
class VariableTable {
public:
  enum class Depth { OutsideFunctions, Everywhere };
  VariableTable(DwarfUnits &units, const ElfFile &file, Depth depth);

  /// A variable, or one of the parts that a compiler made of it (LLVM splits static records of
  /// which no address is taken, DWARF 5 section 2.6.1.2).
  struct Variable {
    std::uint64_t address;
    Dwarf_Die die;
    std::uint64_t part = 0;  ///< bytes from the variable's begin to what lies at `address`
    std::uint64_t bytes = 0; ///< of the part; 0 = all of the variable lies there
    std::uint64_t begin =
        0; ///< the variable's: where it would be if all lay as its first part does
  };
  /// Variables that start at the greatest address not above `svma`: one, or copies of one (declared
  /// in several units). Only their type tells whether they cover `svma`.
  [[nodiscard]] std::span<const Variable> startingBefore(std::uint64_t svma) const;
  /// The thread-local variable that starts at the greatest offset not above `offset` in the
  /// module's block; null if none does.
  [[nodiscard]] const Variable *threadLocalBefore(std::uint64_t offset) const;

private:
  void walk(const Unit &unit, Dwarf_Die parent, Depth depth, int level, DieWalk &walk);
  void add(const Unit &unit, Dwarf_Die die);

  const ElfFile &file_;
  std::vector<Variable> variables_;
  std::vector<Variable> thread_locals_; ///< `address` is the offset in the module's block
};

} // namespace fsfind::debuginfo
