#pragma once

#include "rules/program/Roles.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Which locks are held where. Locks are told apart by the member or variable that they are.
namespace fsfind {

class Locks {
public:
  Locks(const Facts &facts, const Roles &roles);

  /// Numbers of the locks held at an access, sorted: its function's own, and those that all known
  /// callers hold.
  [[nodiscard]] std::vector<std::uint32_t> heldAt(FunctionIndex function,
                                                  const FactAccess &access) const;

private:
  using Set = std::vector<std::uint32_t>;

  [[nodiscard]] std::uint32_t number(const Designator &lock);
  [[nodiscard]] std::uint32_t number(std::string name);
  [[nodiscard]] Set own(FunctionIndex function, const std::vector<std::uint32_t> &held) const;
  [[nodiscard]] bool meetCallers(const Roles &roles);

  const Facts &facts_;
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Set> taken_; ///< by function: the number of each of its `locks`
  std::vector<Set> inherited_;
};

} // namespace fsfind
