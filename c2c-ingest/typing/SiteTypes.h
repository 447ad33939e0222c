#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Decoder.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Finds the types of the objects that sampled instructions access. Each function with a site is
/// decoded once, and values are followed over its control flow to a fixpoint, which gives the
/// address of each operand. Where callers passed that address, their calls are typed as well.
namespace fsfind::typing {

/// A static variable that holds a pointer to an object that has no name of its own.
struct Keeper {
  std::string name;
  Place declared;
  bool operator==(const Keeper &) const = default;
};

/// What one memory operand accesses, as far as its function shows.
struct Hypothesis {
  enum class Root : std::uint8_t {
    Pointer,     ///< what a pointer of the type leads to: heap, another frame, a static object
    Frame,       ///< a variable in the frame of the function
    Static,      ///< a variable at a static address
    ThreadLocal, ///< a thread-local variable
  };
  Root root = Root::Pointer;
  debuginfo::TypeId type = {}; ///< of the object; of an element where a pointer leads into an array
  /// Bytes from the object's begin to the first byte accessed. Outside [0, size) that lies in a
  /// neighbour of an array of such objects.
  std::int64_t offset = 0;
  /// 0: `offset` is exact; else an unknown multiple of this is added to it (an index).
  std::uint64_t step = 0;
  std::string variable = {}; ///< of Frame, Static and ThreadLocal
  std::string function = {}; ///< of Frame
  Place declared = {};       ///< of the variable
  /// Of Frame: the variable's address leaves the function, so that others may access it.
  bool escapes = false;
  std::uint32_t size = 0; ///< bytes accessed; 0 = not fixed
  bool load = false, store = false;
  /// Of Pointer: the function loaded the pointer from this variable.
  std::optional<Keeper> keeper = {};
};

/// An allocation of known type that a typed function makes.
struct AllocationSite {
  debuginfo::TypeId type;
  std::uint64_t call = 0;    ///< svma of the call
  std::uint64_t returns = 0; ///< svma of the instruction behind the call
  std::string allocator;     ///< `operator new`, `malloc`, …
  /// The function stores the block's address in this variable and in no other static one.
  std::optional<Keeper> keeper;
};

/// The sites of one module. Not thread-safe.
class SiteTypes {
public:
  /// `module` must outlive this object. Without debug info, or for an architecture other than
  /// x86-64 and AArch64, every answer is empty.
  explicit SiteTypes(debuginfo::Module &module);
  ~SiteTypes();
  SiteTypes(SiteTypes &&) noexcept;

  /// What the instruction at `svma` accesses; empty where nothing is known. A sample may name the
  /// instruction after the one that accessed memory: if the one at `svma` has no store (or, without
  /// `store`, no load), the answer is for the one before it.
  const std::vector<Hypothesis> &at(std::uint64_t svma, bool store);
  /// Bytes that the loads (or stores) of the instruction at `svma`, or of the one before it as
  /// above, take; 0 if that is not known or they differ. Types no function.
  std::uint8_t sizeAt(std::uint64_t svma, bool store);
  /// Whether all of these accesses are relative to the stack pointer.
  bool addressesStack(std::uint64_t svma, bool store);
  /// The constant that the instruction at `svma`, or the one before it as above, stores.
  std::optional<std::int64_t> storedAt(std::uint64_t svma);
  /// The objects that callers pass to the instruction's function, if only they know the object: the
  /// operand's address is derived from an argument, and its type is a number or a library's (as in
  /// an out-of-line fetch_add). Of the views, one for each call, at most one is right for a sample.
  /// So it is where branches choose an address: a view for each.
  struct PassedViews {
    std::vector<Hypothesis> views;
    bool branches = false; ///< some are of branches that choose an address
    bool complete = false; ///< every direct call, and every branch, gave a view
  };
  const PassedViews &passedAt(std::uint64_t svma, bool store);
  /// The call of an allocator that returns to `svma`; null if its result has no known type.
  const AllocationSite *allocationBefore(std::uint64_t svma);
  /// Allocations seen in the functions typed so far.
  [[nodiscard]] const std::vector<AllocationSite> &allocations() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace fsfind::typing
