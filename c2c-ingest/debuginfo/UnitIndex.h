#pragma once

#include "c2c-ingest/debuginfo/Die.h"

#include <vector>

namespace fsfind::debuginfo {

struct Unit;

/// What libdw finds only by searching a unit from its start: the scopes around an entry, and the
/// function at an address. Made by one walk over the unit.
class UnitIndex {
public:
  explicit UnitIndex(const Unit &unit);

  /// Namespaces, records and functions around an entry, outermost first.
  [[nodiscard]] std::vector<Dwarf_Die> scopesOf(Dwarf_Die die) const;
  /// The machine function that holds the address.
  [[nodiscard]] std::optional<Dwarf_Die> functionAt(std::uint64_t svma) const;

private:
  static constexpr std::uint32_t kNoScope = UINT32_MAX;
  struct Scope {
    Dwarf_Die die;
    const void *end = nullptr; ///< the first entry behind the scope; null at the unit's end
    std::uint32_t parent = kNoScope;
  };
  struct FunctionRange {
    std::uint64_t begin, end;
    Dwarf_Die die;
  };
  struct Builder;

  std::vector<Scope> scopes_;            ///< in file order
  std::vector<FunctionRange> functions_; ///< by address
};

} // namespace fsfind::debuginfo
