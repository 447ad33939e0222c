#pragma once

#include "c2c-ingest/typing/SiteTypes.h"
#include "c2c-ingest/typing/Transfer.h"

#include <map>
#include <optional>
#include <vector>

namespace fsfind::typing {

/// What is known of one function's operands, calls and result.
struct FunctionTypes {
  /// An operand whose address is derived from an argument.
  struct Passed {
    Argument argument;
    Hypothesis use; ///< only size, load and store are set
  };
  struct Operands {
    std::vector<Hypothesis> views;
    /// Where branches choose among a few addresses: one view for each; one of them is right.
    std::vector<Hypothesis> choices;
    std::vector<Passed> passed;
    std::optional<std::int64_t> stored; ///< the constant that it stores
    /// Addresses of the instructions, this one or the one before, whose load and store a sample
    /// here is about: FlowGraph::accessAt.
    std::optional<std::uint64_t> load_at, store_at;
    [[nodiscard]] const std::optional<std::uint64_t> &accessAt(bool store) const {
      return store ? store_at : load_at;
    }
  };
  /// What a call passes in one register.
  struct Handed {
    std::optional<Hypothesis> view;
    std::optional<Argument> argument;
  };

  std::uint64_t entry = 0;
  std::vector<debuginfo::AddressRange> code;
  std::map<std::uint64_t, Operands> operands; ///< by address
  /// What calls and jumps out of the function pass, by their address; one entry for each argument
  /// register of the convention.
  std::map<std::uint64_t, std::vector<Handed>> calls;
  /// The address that every return gives back, if all derive the same one from an argument.
  std::optional<Argument> returned;
  std::vector<AllocationSite> allocations;
};

/// Types one function.
FunctionTypes typesOf(const debuginfo::FunctionInfo &function, debuginfo::Module &module,
                      machine::Decoder &decoder, const machine::Convention &convention,
                      Callees &callees);

} // namespace fsfind::typing
