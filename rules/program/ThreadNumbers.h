#pragma once

#include "rules/program/Bindings.h"
#include "rules/program/Use.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/// The numbers that threads of one role are started with, or take, each its own.
namespace fsfind {

/// The values of a number of which nothing is known.
inline constexpr std::uint64_t kAllValues = ~std::uint64_t{0};

/// A number that each thread of a role keeps, and values of it, of the first kGuardedValues.
struct NumberSet {
  FactNumber number;        ///< in the terms of the thread entry
  std::uint64_t values = 0; ///< allowed by the branches, and that threads may have
  bool unique = false;      ///< no two threads have the same
};

/// The values of a number that the threads of a role may have.
struct NumberDomain {
  std::uint64_t values = 0;
  bool unique = false;
};

class ThreadNumbers {
public:
  ThreadNumbers(const Facts &facts, const Roles &roles);

  /// The values that threads of the role have of a Parameter or Member of their entry. None if some
  /// start gives a value that is not known, or if the number may change or be that of several
  /// threads.
  [[nodiscard]] std::optional<NumberDomain> of(const FactNumber &number, RoleIndex role) const;

  /// The same for a parameter of the function that starts the threads, of which they have a copy.
  [[nodiscard]] std::optional<NumberDomain> ofCaptured(VariableIndex parameter,
                                                       RoleIndex role) const;

private:
  struct Stored {
    FunctionIndex function;
    const FactAccess *access = nullptr;
  };
  using Domain = std::optional<NumberDomain>;

  void want(const FactNumber &number);
  void collect();
  [[nodiscard]] Domain ofStart(const FactNumber &number, RoleIndex role, const FactStart &start,
                               FunctionIndex in) const;
  [[nodiscard]] Domain ofArgument(const FactArgument &argument, FunctionIndex in, int depth) const;
  [[nodiscard]] Domain ofPassed(std::uint32_t parameter, FunctionIndex in, int depth) const;
  [[nodiscard]] Domain ofStored(const Designator &what, RoleIndex role) const;
  [[nodiscard]] Domain ofStore(const Stored &store, const Designator &what) const;
  [[nodiscard]] Domain ofMade(const Stored &store, const Designator &what) const;

  const Facts &facts_;
  const Roles &roles_;
  std::map<ArrayId, std::vector<Stored>> stores_; ///< of the arrays that starts and guards name
};

} // namespace fsfind
