#include "c2c-ingest/machine/Instruction.h"

namespace fsfind::machine {

namespace {

constexpr std::uint64_t bits(std::initializer_list<Register> registers) {
  std::uint64_t mask = 0;
  for (const Register reg : registers)
    mask |= std::uint64_t{1} << reg;
  return mask;
}

/// x0 to x18 and the link register x30.
constexpr std::uint64_t kAArch64Clobbered = ((1U << 19) - 1) | 1U << 30;

} // namespace

const Convention &conventionOf(Arch arch) {
  static const Convention kSystemV{.arguments = {5, 4, 1, 2, 8, 9},
                                   .result = 0,
                                   .clobbered = bits({0, 1, 2, 4, 5, 8, 9, 10, 11}),
                                   .stack = 7,
                                   .entry_cfa = 8,
                                   .results = bits({0, 1}),
                                   .of_go = bits({0, 2, 3, 4, 5, 8, 9, 10, 11})};
  static const Convention kAapcs64{.arguments = {0, 1, 2, 3, 4, 5, 6, 7},
                                   .result = 0,
                                   .clobbered = kAArch64Clobbered,
                                   .stack = 31,
                                   .entry_cfa = 0,
                                   .results = bits({0, 1}),
                                   .of_go = (1U << 16) - 1};
  return arch == Arch::X86_64 ? kSystemV : kAapcs64;
}

} // namespace fsfind::machine
