#pragma once

#include "rules/program/Roles.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// Which locks are held where. A lock is identified by its member or variable, not by its object. A
/// function that only locks or unlocks, such as `stats_lock()`, does so for its callers.
namespace fsfind {

class Locks {
public:
  Locks(const Facts &facts, const Roles &roles);

  /// Numbers of the locks held at an access, ascending: those that its function took, and those
  /// that every known caller holds at the call.
  [[nodiscard]] std::vector<std::uint32_t> heldAt(FunctionIndex function,
                                                  const FactAccess &access) const;
  [[nodiscard]] std::vector<std::uint32_t> heldAt(FunctionIndex function,
                                                  const FactCall &call) const;
  /// The number of the lock that is taken as `lock`; none if its place is unknown, or nothing takes
  /// it.
  [[nodiscard]] std::optional<std::uint32_t> find(const Designator &lock) const;
  /// The lock lies at an unknown place: it may be any.
  [[nodiscard]] bool isUnknown(std::uint32_t lock) const { return unknown_.contains(lock); }
  /// The lock is an element of an array. All elements have one number, so two threads that hold
  /// this lock may hold different elements.
  [[nodiscard]] bool isOneOfMany(std::uint32_t lock) const { return elements_.count(lock) != 0; }

private:
  using Set = std::vector<std::uint32_t>;

  [[nodiscard]] std::uint32_t number(const Designator &lock);
  [[nodiscard]] std::uint32_t number(std::string name);
  [[nodiscard]] std::string nameOf(const Designator &lock) const;
  [[nodiscard]] Set own(FunctionIndex function, std::span<const std::uint32_t> held,
                        FactPlace place) const;
  [[nodiscard]] bool meetCallers(const Roles &roles);
  void findWrapped();

  /// Lines of a function between its call of a function that locks and of one that unlocks.
  struct Span {
    FileIndex file;
    std::uint32_t first = 0, last = 0;
    std::uint32_t lock = 0;
  };

  const Facts &facts_;
  std::map<std::string, std::uint32_t> numbers_;
  std::set<std::uint32_t> elements_, unknown_;
  // By function.
  std::vector<RareList<std::uint32_t>> taken_; ///< the number of each of its `locks`
  std::vector<RareList<std::uint32_t>> inherited_;
  std::vector<RareList<Span>> wrapped_;
};

} // namespace fsfind
