#pragma once

#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/machine/Decoder.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/// Types what the memory operands of sampled instructions lead to: the second rung of naming. For
/// each function that holds a site, once: decode, follow values over the control flow to a
/// fixpoint, read off what each operand's address is; where that is what callers passed, ask them.
namespace fsfind::typing {

/// What one memory operand accesses as far as its function tells.
struct Hypothesis {
  enum class Root : std::uint8_t {
    Pointer,     ///< what a pointer of the type leads to: heap, another frame, a static object
    Frame,       ///< a variable in the frame of the function
    Static,      ///< a variable at a static address
    ThreadLocal, ///< a thread-local variable
  };
  Root root = Root::Pointer;
  debuginfo::TypeId type = {}; ///< of the object; of an element where a pointer leads into an array
  /// Of the accessed byte from the object's first. Outside [0, size) it lies in a neighbouring
  /// object of the type (pointers into arrays).
  std::int64_t offset = 0;
  /// 0: `offset` is exact; else any multiple of this is added to it (an index not known).
  std::uint64_t step = 0;
  std::string variable = {}; ///< of Frame, Static and ThreadLocal
  std::string function = {}; ///< of Frame
  Place declared = {};       ///< of the variable
  /// Of Frame: the function hands the variable's address out, so that others may access it.
  bool escapes = false;
  std::uint32_t size = 0; ///< bytes accessed; 0 = not fixed
  bool load = false, store = false;
};

/// An allocation of known type that a typed function makes.
struct AllocationSite {
  debuginfo::TypeId type;
  std::uint64_t call = 0; ///< svma of the call
  std::string allocator;  ///< `operator new`, `malloc`, …
};

/// The sites of one module. Not thread-safe.
class SiteTypes {
public:
  /// `module` must outlive this. Without debug info or for another architecture every answer is
  /// empty.
  explicit SiteTypes(debuginfo::Module &module);
  ~SiteTypes();
  SiteTypes(SiteTypes &&) noexcept;

  /// What the instruction at `svma` accesses; empty where nothing is known. A site of data address
  /// sampling may be the instruction after the one that accessed memory: if the one at `svma`
  /// makes no access of the `store` kind, the one before it answers.
  const std::vector<Hypothesis> &at(std::uint64_t svma, bool store);
  /// What callers pass to the function of the instruction, where it is they who know the object: an
  /// operand's address that the function was passed, and whose type is nobody's own (a number, a
  /// library's type, as in an out-of-line fetch_add). Each view is possible only.
  struct PassedViews {
    std::vector<Hypothesis> views;
    bool complete = false; ///< every direct call was understood
  };
  const PassedViews &passedAt(std::uint64_t svma, bool store);
  /// Allocations seen in the functions typed so far.
  [[nodiscard]] const std::vector<AllocationSite> &allocations() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace fsfind::typing
