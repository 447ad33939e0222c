#pragma once

#include "rules/model/CheckOptions.h"
#include "rules/program/ThreadSets.h"
#include "rules/program/Uses.h"

#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

/// What all rules ask of the facts, computed once: which threads run a function, which objects
/// parameters stand for, which threads use which bytes.
namespace fsfind {

class Program {
public:
  /// `facts` outlives the program.
  Program(const Facts &facts, const CheckOptions &options);

  [[nodiscard]] const Facts &facts() const { return facts_; }
  /// Bytes of a cacheline.
  [[nodiscard]] std::uint32_t lineSize() const { return line_size_; }
  [[nodiscard]] const Roles &roles() const { return roles_; }
  [[nodiscard]] const Bindings &bindings() const { return bindings_; }
  /// Uses of memory that several threads may reach, as collectUses() finds them.
  [[nodiscard]] const std::deque<Use> &uses() const { return uses_.uses; }
  [[nodiscard]] const Locks &locks() const { return locks_; }
  [[nodiscard]] const ThreadSets &threads() const { return threads_; }
  /// Plain reads outside loops, beside something that is modified atomically.
  [[nodiscard]] const std::deque<Use> &singleReads() const { return uses_.single_reads; }
  /// The allocations whose memory the array points to.
  [[nodiscard]] std::span<const FactAllocation *const> allocations(const ArrayId &array) const;
  /// The address of the array's first element is a multiple of this; 0 = unknown.
  [[nodiscard]] std::uint64_t alignment(const ArrayId &array) const;

  /// `counters`, `Queue::slots`
  [[nodiscard]] std::string nameOf(const ArrayId &array) const;
  [[nodiscard]] Place placeOf(const ArrayId &array) const;
  [[nodiscard]] RecordInfo recordInfo(RecordIndex record) const;
  /// The name of the role's thread entry; for main and unknown callers that of the function.
  [[nodiscard]] std::string whoUses(const Use &use, RoleIndex role) const;

private:
  const Facts &facts_;
  std::uint32_t line_size_;
  Roles roles_;
  Bindings bindings_;
  Locks locks_;
  ThreadSets threads_;
  CollectedUses uses_;
  std::map<ArrayId, std::vector<const FactAllocation *>> allocations_;
};

/// The variable or member that `what`, a pointer, array or container, denotes; an unknown one if it
/// is neither.
[[nodiscard]] ArrayId arrayOf(const Designator &what);

} // namespace fsfind
