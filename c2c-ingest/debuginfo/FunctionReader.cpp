#include "c2c-ingest/debuginfo/FunctionReader.h"

#include "c2c-ingest/debuginfo/LocationList.h"

#include <algorithm>

namespace fsfind::debuginfo {

namespace {

/// Where execution enters: DW_AT_entry_pc, else the lowest address of the first part.
std::uint64_t entryOf(const Unit &unit, Dwarf_Die function, const std::vector<AddressRange> &code) {
  for (const unsigned name : {DW_AT_entry_pc, DW_AT_low_pc})
    if (const auto address = addressOf(unit, function, name); address && covers(code, *address))
      return *address;
  return code.empty() ? 0 : code.front().begin;
}

bool isInMemory(const VariableLocation &location) {
  using Kind = VariableLocation::Kind;
  return location.kind == Kind::AtFrame || location.kind == Kind::AtRegister ||
         location.kind == Kind::AtCfa;
}

} // namespace

std::optional<FunctionInfo> FunctionReader::at(std::uint64_t svma) {
  Unit *unit = units_.unitAt(svma);
  const auto die = unit ? units_.indexOf(*unit).functionAt(svma) : std::nullopt;
  if (!die)
    return {};
  FunctionInfo info;
  info.name = names_.function(*die);
  info.code = rangesOf(*unit, *die);
  info.entry = entryOf(*unit, *die, info.code);
  info.calls_preserve_registers = !isGo(*unit);
  readFrameBase(*unit, *die, info);
  DieWalk walk;
  readScope(*die, {*unit, info.code, *die, false}, 0, walk, info);
  return info;
}

void FunctionReader::readFrameBase(const Unit &unit, Dwarf_Die die, FunctionInfo &into) {
  const auto attribute = attributeOf(die, DW_AT_frame_base);
  if (!attribute)
    return;
  // Old compilers describe a moving stack pointer by a list of different frame bases: not used.
  const auto expressions = expressionsOf(unit, *attribute, into.code);
  if (!expressions.empty() &&
      std::all_of(expressions.begin(), expressions.end(), [&](const LocatedExpression &other) {
        return other.expression.data() == expressions.front().expression.data();
      }))
    into.has_frame_base = ExpressionReader{unit, general_registers_}.readFrameBase(
        expressions.front().expression, into);
}

void FunctionReader::readScope(Dwarf_Die die, const Scope &scope, int depth, DieWalk &walk,
                               FunctionInfo &into) {
  if (depth > kMaxDieDepth)
    return;
  walk.children(die, [&](Dwarf_Die child) {
    switch (tagOf(child)) {
    case DW_TAG_variable:
    case DW_TAG_formal_parameter:
      return readVariable(child, scope, into);
    case DW_TAG_lexical_block:
    case DW_TAG_inlined_subroutine:
      return readInner(child, scope, depth + 1, walk, into);
    default:
      return;
    }
  });
}

void FunctionReader::readInner(Dwarf_Die die, const Scope &outer, int depth, DieWalk &walk,
                               FunctionInfo &into) {
  Scope scope = outer;
  if (auto code = rangesOf(outer.unit, die); !code.empty())
    scope.code = std::move(code);
  if (tagOf(die) == DW_TAG_inlined_subroutine) {
    scope.function = die;
    scope.inlined = true;
  }
  readScope(die, scope, depth, walk, into);
}

void FunctionReader::readVariable(Dwarf_Die die, const Scope &scope, FunctionInfo &into) {
  const auto type = types_.typeOf(die);
  if (!type)
    return;
  ScopeVariable variable;
  variable.type = table_.idOf(*type);
  variable.parameter = tagOf(die) == DW_TAG_formal_parameter;
  if (const auto location = attributeOf(die, DW_AT_location)) {
    const ExpressionReader reader{scope.unit, general_registers_};
    for (const LocatedExpression &located : expressionsOf(scope.unit, *location, scope.code))
      for (VariableLocation piece : reader.locations(located.expression)) {
        piece.range = located.range;
        variable.locations.push_back(piece);
      }
  }
  if (variable.locations.empty() && !variable.parameter)
    return;
  variable.inlined = scope.inlined;
  variable.name = nameOf(units_.holderOf(die, DW_AT_name));
  // Function and place are shown only for variables in memory.
  if (std::any_of(variable.locations.begin(), variable.locations.end(), isInMemory)) {
    variable.function = names_.function(scope.function);
    variable.declared = units_.declarationOf(die);
  }
  into.variables.push_back(std::move(variable));
}

std::optional<Signature> FunctionReader::signatureAt(std::uint64_t svma) {
  Unit *unit = units_.unitAt(svma);
  const auto die = unit ? units_.indexOf(*unit).functionAt(svma) : std::nullopt;
  if (!die || entryOf(*unit, *die, rangesOf(*unit, *die)) != svma)
    return {};
  Signature signature;
  signature.name = names_.function(*die);
  if (const auto result = types_.typeOf(*die))
    signature.result = table_.idOf(*result);
  signature.no_return = flagOf(units_.holderOf(*die, DW_AT_noreturn), DW_AT_noreturn);
  DieWalk().children(*die, [&](Dwarf_Die child) {
    if (tagOf(child) != DW_TAG_formal_parameter)
      return;
    const auto type = types_.typeOf(child);
    signature.parameters.push_back(type ? std::optional(table_.idOf(*type)) : std::nullopt);
  });
  return signature;
}

} // namespace fsfind::debuginfo
