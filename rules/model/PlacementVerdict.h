#pragma once

#include "rules/model/Finding.h"
#include "rules/model/Placement.h"

#include <string>
#include <vector>

/// Whether memory is where the threads run that use it, and what to do if it is not.
namespace fsfind {

enum class PlacementFault : std::uint8_t {
  OneNode,    ///< first touched on one node, while threads run on several
  Elsewhere,  ///< on another node than all threads
  Bound,      ///< a policy puts it on one node, while threads run on others
  SharedPage, ///< in one huge page with data that threads of other nodes use
};

struct PlacementFinding {
  PlacementFault fault = PlacementFault::OneNode;
  std::string name;        ///< of the object, or of the kind of memory
  std::uint64_t bytes = 0; ///< present
  std::uint32_t node = 0;  ///< that has it
  /// A recording shows remote loads of it; without one, threads only could use it.
  bool measured = false;
  std::string message;        ///< a sentence without a full stop
  std::vector<Advice> advice; ///< the best first
};

/// What an allocator of the process can be set to.
struct AllocatorAdvice {
  AllocatorKind kind = AllocatorKind::Glibc;
  std::string module;
  std::string setting; ///< the variable or call, exactly; empty if there is none
  std::string changes; ///< what it will change, a clause
  std::string leaves;  ///< what it will not, a clause
};

struct PlacementVerdict {
  std::vector<PlacementFinding> findings;
  std::vector<AllocatorAdvice> allocators; ///< only with findings on memory of the heap
  std::string nothing; ///< why there is no advice, a clause; empty if there is some
};

/// A look, and what follows from it.
struct JudgedPlacement {
  Placement look;
  PlacementVerdict verdict;
};

} // namespace fsfind
