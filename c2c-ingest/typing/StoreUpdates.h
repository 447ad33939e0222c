#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Decoder.h"
#include "rules/model/Profile.h"

#include <map>
#include <memory>

namespace fsfind::typing {

struct FlowGraph;

/// What the instructions of one module do to the data that they store to. Needs the bounds of
/// functions, from symbols or debug info, but no types. Not thread-safe.
class StoreUpdates {
public:
  /// `module` must outlive this object.
  explicit StoreUpdates(debuginfo::Module &module);
  ~StoreUpdates();
  StoreUpdates(StoreUpdates &&) noexcept;

  /// By the instruction at `svma`, or by the one before it if the one at `svma` has no store (or,
  /// without `store`, no load): a sample may name the instruction after the one that accessed
  /// memory. Of a call that tells of an access (InstrumentedCalls.h), by that. Unknown for an
  /// instruction that stores nothing.
  Update at(std::uint64_t svma, bool store);

private:
  struct Function;

  void findAccessesByCall(Function &function);
  const Function *functionAt(std::uint64_t svma);
  void findHandedOn(Function &function, std::uint64_t entry, std::uint64_t svma);

  debuginfo::Module &module_;
  const machine::Convention *convention_ = nullptr;
  std::unique_ptr<machine::Decoder> decoder_; ///< null for an unknown architecture
  std::map<std::uint64_t, std::unique_ptr<Function>> functions_; ///< by entry
  std::size_t kept_ = 0;                                         ///< instructions of these
};

} // namespace fsfind::typing
