#pragma once

#include "rules/program/Bindings.h"
#include "rules/program/ThreadNumbers.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

/// Which of a role's threads run code, by branches on the numbers that tell these threads apart.
namespace fsfind {

struct Use;

/// The ways by which threads of a role get to code, and what each requires of their numbers.
using Ways = std::vector<std::vector<NumberSet>>;

class ThreadSets {
public:
  ThreadSets(const Facts &facts, const Roles &roles, const Bindings &bindings);

  /// The branches show that no thread of the role executes both, while some thread executes each.
  [[nodiscard]] bool apart(const Use &a, const Use &b, RoleIndex role) const;
  /// The branches show that the same one thread of the role executes both.
  [[nodiscard]] bool oneThread(const Use &a, const Use &b, RoleIndex role) const;

private:
  using Key = std::tuple<const FactAccess *, RareList<const FactCall *>, RoleIndex>;
  /// None if they are not known, or too many.
  [[nodiscard]] const std::optional<Ways> &waysTo(const Use &use, RoleIndex role) const;

  const Facts &facts_;
  const Roles &roles_;
  const Bindings &bindings_;
  ThreadNumbers numbers_;
  bool guarded_ = false; ///< there are branches on numbers
  mutable std::map<Key, std::optional<Ways>> known_;
};

} // namespace fsfind
