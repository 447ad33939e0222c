#pragma once

#include "c2c-ingest/typing/SiteTypes.h"
#include "c2c-ingest/typing/Transfer.h"

#include <map>
#include <optional>
#include <vector>

namespace fsfind::typing {

/// What is known of one function's operands, calls and result.
struct FunctionTypes {
  /// An operand or argument whose address the function was passed.
  struct Passed {
    Argument argument;
    Hypothesis use; ///< only size, load and store
  };
  struct Operands {
    std::vector<Hypothesis> views;
    std::vector<Passed> passed;
    std::optional<std::uint64_t> before; ///< the instruction that runs just before this one
    bool loads = false, stores = false;
  };
  /// What a call passes in one register.
  struct Handed {
    std::optional<Hypothesis> view;
    std::optional<Argument> argument;
  };

  std::uint64_t entry = 0;
  std::vector<debuginfo::AddressRange> code;
  std::map<std::uint64_t, Operands> operands; ///< by address
  /// Of calls and of jumps out of the function, by address: the convention's arguments in order.
  std::map<std::uint64_t, std::vector<Handed>> calls;
  /// The address that every return brings back, if the function was passed it.
  std::optional<Argument> returned;
  std::vector<AllocationSite> allocations;
};

/// Types one function.
FunctionTypes typesOf(const debuginfo::FunctionInfo &function, debuginfo::Module &module,
                      machine::Decoder &decoder, const machine::Convention &convention,
                      Callees &callees);

} // namespace fsfind::typing
