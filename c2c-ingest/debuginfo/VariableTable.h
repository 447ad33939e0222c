#pragma once

#include "c2c-ingest/debuginfo/DwarfUnits.h"

namespace fsfind::debuginfo {

/// Variables at static addresses, by address. Made by one walk over the units; the insides of
/// functions, which are most of the debug info, are walked only when the rest names too little.
class VariableTable {
public:
  enum class Depth { OutsideFunctions, Everywhere };
  VariableTable(DwarfUnits &units, const ElfFile &file, Depth depth);

  struct Variable {
    std::uint64_t address;
    Dwarf_Die die;
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
