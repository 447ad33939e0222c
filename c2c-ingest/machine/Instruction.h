#pragma once

#include <cstdint>
#include <optional>
#include <vector>

/// What machine instructions do to addresses, stripped of everything else. Both architectures are
/// read into this one form, so that typing knows neither opcodes nor instruction sets.
namespace fsfind::machine {

enum class Arch : std::uint8_t { X86_64, AArch64 };

/// A general register by its DWARF number (System V ABI, AMD64 supplement, figure 3.36: rax 0, rdx
/// 1, rcx 2, rbx 3, rsi 4, rdi 5, rbp 6, rsp 7, r8-r15; DWARF for the Arm 64-bit architecture:
/// x0-x30, sp 31). Narrower names (eax, w0) mean the whole register; AArch64's zero register is
/// kNoRegister.
using Register = std::uint8_t;
inline constexpr Register kNoRegister = 255;
inline constexpr Register kRegisterCount = 33;
/// Not a register of the machine: carries a value between the steps of one instruction, and is
/// unknown between instructions.
inline constexpr Register kScratchRegister = 32;

/// An address as an instruction computes it: base + index * scale + displacement. The index of
/// vector gathers and scatters is kScratchRegister: unknown, and many at once.
struct Memory {
  Register base = kNoRegister, index = kNoRegister;
  std::uint8_t scale = 1;
  std::int64_t displacement = 0;  ///< with `absolute` an svma (pc-relative, or a 32-bit address)
  bool absolute = false;          ///< no base register: the address is static (plus index)
  bool thread_local_base = false; ///< relative to the thread pointer (fs on x86-64)
  bool operator==(const Memory &) const = default;
};

/// One step of an instruction, on whole registers. The steps of an instruction happen in order.
struct Effect {
  enum class Kind : std::uint8_t {
    Clobber,     ///< to = something unknown
    Copy,        ///< to = from
    Constant,    ///< to = value (an svma where the instruction computes one: AArch64 ADR, ADRP)
    AddConstant, ///< to = from + value
    Scale,       ///< to = from * value (shifts and multiplications by constants)
    Mask,        ///< to = from & value
    Flip,        ///< to = from ^ value
    AddressOf,   ///< to = address of memory (LEA; AArch64 register additions)
    Load,        ///< to = memory[size], zero- or sign-extended
    Store,       ///< memory[size] = from; from kNoRegister: value, or something unknown
    Either,      ///< to = to or from (conditional moves)
    Multiply,    ///< to = to * from
    Difference,  ///< to = base of memory - index of memory
  };
  Kind kind = Kind::Clobber;
  Register to = kNoRegister, from = kNoRegister;
  /// Bytes moved; 0 = not fixed (string instructions). Of Copy, 4 means that the upper half is the
  /// extension of the lower.
  std::uint8_t size = 8;
  std::int64_t value = 0;
  Memory memory = {};
  bool constant = false; ///< of Store: `value` is what it stores
};

/// A memory operand as data address sampling sees it, with the values that registers have before
/// the instruction. Prefetches, NOPs and LEA have none. The operand that the instruction names
/// comes first, the stack's slot of a push, a pop or a call after it.
struct MemoryAccess {
  Memory memory;
  std::uint32_t size = 0; ///< bytes; 0 = not fixed (string instructions)
  bool load = false, store = false;
};

/// What an instruction stores, as far as it depends on what memory held before.
enum class Change : std::uint8_t {
  Replace, ///< not at all: moves, exchanges
  Add,     ///< the old value plus or minus another
  Compare, ///< nothing if memory is not as expected, or was stored to since a load-exclusive
  Bits,    ///< the old value with some bits set, cleared or flipped
  Combine, ///< made from the old value in another way
};

enum class Flow : std::uint8_t {
  Next,   ///< goes on with the next instruction
  Branch, ///< conditional: next or target
  Jump,   ///< to target; without one: indirect
  Call,   ///< to target; without one: indirect; returns to the next instruction
  Return,
  Stop, ///< traps; nothing follows
};

struct Instruction {
  std::uint64_t address = 0; ///< svma
  std::uint8_t length = 0;   ///< bytes
  Flow flow = Flow::Next;
  std::optional<std::uint64_t> target; ///< svma, of Branch, Jump and Call
  std::vector<Effect> effects;
  std::vector<MemoryAccess> accesses;
  Change change = Change::Replace; ///< of the operand that the instruction names
  std::uint64_t reads = 0; ///< bit r: needs register r; a call's arguments are not among them
  bool reads_flags = false, writes_flags = false;
};

/// Which registers a call preserves, and where arguments and results are (System V AMD64 ABI;
/// AAPCS64).
struct Convention {
  std::vector<Register> arguments; ///< integer and pointer arguments in order
  Register result = 0;
  std::uint64_t clobbered = 0; ///< bit r: register r does not survive a call
  Register stack = 0;          ///< stack pointer
  std::int64_t entry_cfa = 0;  ///< canonical frame address - stack pointer at a function's entry
  /// Bit r: register r may hold the result, or its second half; and an argument or a result of Go's
  /// functions (https://go.dev/s/regabi).
  std::uint64_t results = 0, of_go = 0;
};
const Convention &conventionOf(Arch arch);

} // namespace fsfind::machine
