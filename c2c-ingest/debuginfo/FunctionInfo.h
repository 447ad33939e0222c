#pragma once

#include "c2c-ingest/debuginfo/RangeList.h"
#include "rules/model/Index.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::debuginfo {

/// A type of one module. Copies of a type in several units have one number where they are the same
/// by name, size and declaration.
using TypeId = Index<struct TypeTag>;

/// Where a variable, or a piece of it, is while execution is in `range`. Only these simple forms
/// are read; a variable with a computed value has no location.
struct VariableLocation {
  enum class Kind : std::uint8_t {
    InRegister,    ///< the value is in the register
    ValueIs,       ///< the value is register + offset (DW_OP_breg, DW_OP_stack_value)
    AtRegister,    ///< in memory at register + offset (DW_OP_breg)
    AtFrame,       ///< in memory at frame base + offset (DW_OP_fbreg)
    FrameAddress,  ///< the value is frame base + offset (DW_OP_fbreg, DW_OP_stack_value)
    AtCfa,         ///< in memory at the canonical frame address + offset (as Go writes it)
    CfaAddress,    ///< the value is the canonical frame address + offset
    EntryValue,    ///< the value is what the register held at the function's entry, + offset
    Static,        ///< in memory at svma `offset` (DW_OP_addr)
    StaticAddress, ///< the value is svma `offset` (DW_OP_addr, DW_OP_stack_value)
  };
  AddressRange range; ///< svma
  Kind kind = Kind::InRegister;
  std::uint8_t reg = 0; ///< DWARF number of a general register
  std::int64_t offset = 0;
  std::uint64_t piece_offset = 0; ///< of the piece in the variable
  std::uint64_t piece_size = 0;   ///< 0 = the whole variable
};

/// A variable or parameter of a function or of one inlined into it.
struct ScopeVariable {
  std::string name;
  TypeId type;
  bool parameter = false;
  bool inlined = false; ///< of an inlined function
  Place declared;
  std::string function;                    ///< name of the function that declares it
  std::vector<VariableLocation> locations; ///< clipped to the scope's code
};

/// A machine function with what DWARF says about the contents of its registers and stack.
struct FunctionInfo {
  std::string name;
  std::vector<AddressRange> code; ///< all parts, in DW_AT_ranges' order
  std::uint64_t entry = 0;        ///< svma
  /// DW_AT_frame_base: the canonical frame address, or a register (plus offset).
  bool has_frame_base = false;
  bool frame_base_is_cfa = true;
  std::uint8_t frame_register = 0;
  std::int64_t frame_offset = 0;
  /// False for Go, whose functions preserve no register but the stack pointer for their callers.
  bool calls_preserve_registers = true;
  std::vector<ScopeVariable> variables;
};

/// Whether a function hands out memory whose size it is told, as far as its signature shows.
enum class HandsOut : std::uint8_t {
  Nothing,
  Memory,  ///< by a pointer to no record, or to a type that its caller names
  Objects, ///< by a pointer to a record
};

/// What a caller knows of a function.
struct Signature {
  std::string name;
  std::optional<TypeId> result;
  std::vector<std::optional<TypeId>> parameters; ///< in order, `this` included
  bool no_return = false;                        ///< DW_AT_noreturn
};

} // namespace fsfind::debuginfo
