#pragma once

#include "c2c-ingest/debuginfo/DwarfUnits.h"

#include <map>
#include <string>
#include <utility>

namespace fsfind::debuginfo {

/// Names of entries as their authors write them, up to kLongestName.
class Names {
public:
  explicit Names(DwarfUnits &units) : units_(units) {}

  /// `ns::Class::name`, `function()::name` for what is local to a function,
  /// `(anonymous namespace)::name`; Go and Rust as those languages qualify.
  std::string qualified(Dwarf_Die die);
  /// A variable; an instance of a variable template with its arguments, `ns::slot<int>`.
  std::string variable(Dwarf_Die die);
  /// A function without parameters and return type.
  std::string function(Dwarf_Die die);
  /// A type as declared: `const Slot *`, `long [8]`, `ns::Queue<int>`; "void" for none.
  std::string type(const std::optional<Dwarf_Die> &die);
  /// Namespaces around an entry as DWARF has them, `a::b`, inline ones included.
  std::string namespaceOf(Dwarf_Die die);

private:
  std::string qualified(Dwarf_Die die, int depth);
  std::string type(const std::optional<Dwarf_Die> &die, int depth);
  std::string modified(Dwarf_Die die, int tag, int depth);
  std::string pointer(Dwarf_Die die, std::string_view mark, int depth);
  std::string functionType(Dwarf_Die die, std::string_view inner, int depth);
  std::string arrayType(Dwarf_Die die, int depth);
  std::string part(Dwarf_Die die, int depth);
  std::string templateArguments(Dwarf_Die die, int depth);
  void appendArguments(Dwarf_Die die, int depth, std::string &text);
  std::string templateValue(Dwarf_Die die);

  DwarfUnits &units_;
  /// Template arguments by entry and depth: they are asked for with each name within the entry.
  std::map<std::pair<const void *, int>, std::string> arguments_;
};

} // namespace fsfind::debuginfo
