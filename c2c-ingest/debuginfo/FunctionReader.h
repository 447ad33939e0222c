#pragma once

#include "c2c-ingest/debuginfo/LocationExpression.h"
#include "c2c-ingest/debuginfo/TypeTable.h"

namespace fsfind::debuginfo {

/// Reads what debug info tells of functions: variables with their locations, signatures.
class FunctionReader {
public:
  /// `general_registers`: DWARF numbers below this are general registers.
  FunctionReader(DwarfUnits &units, Names &names, Types &types, TypeTable &table,
                 unsigned general_registers)
      : units_(units), names_(names), types_(types), table_(table),
        general_registers_(general_registers) {}

  /// The machine function that holds the address, with what was inlined into it.
  std::optional<FunctionInfo> at(std::uint64_t svma);
  /// The function whose code begins at the address.
  std::optional<Signature> signatureAt(std::uint64_t svma);

private:
  struct Scope {
    const Unit &unit;
    std::vector<AddressRange> code;
    Dwarf_Die function; ///< the function that the variables belong to
    bool inlined = false;
  };
  void readScope(Dwarf_Die die, const Scope &scope, int depth, DieWalk &walk, FunctionInfo &into);
  void readInner(Dwarf_Die die, const Scope &outer, int depth, DieWalk &walk, FunctionInfo &into);
  void readVariable(Dwarf_Die die, const Scope &scope, FunctionInfo &into);
  void readFrameBase(const Unit &unit, Dwarf_Die die, FunctionInfo &into);

  DwarfUnits &units_;
  Names &names_;
  Types &types_;
  TypeTable &table_;
  unsigned general_registers_;
};

} // namespace fsfind::debuginfo
