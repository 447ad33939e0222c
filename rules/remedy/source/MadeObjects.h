#pragma once

#include "rules/model/Facts.h"

#include <functional>
#include <map>
#include <vector>

namespace fsfind {

/// The variables and allocations of a program by the type of their objects, found once for all
/// findings: looking through the facts for each finding takes too long in a large program.
class MadeObjects {
public:
  using Fits = std::function<bool(TypeIndex)>;

  /// `facts` outlives this.
  explicit MadeObjects(const Facts &facts);

  /// The allocations whose element is known and of a type that fits, in the order of the facts.
  [[nodiscard]] std::vector<const FactAllocation *> allocations(const Fits &fits) const;
  /// The variables of a type that fits, type by type.
  [[nodiscard]] std::vector<const FactVariable *> variables(const Fits &fits) const;

private:
  struct Numbered {
    std::size_t number; ///< among all of them
    const FactAllocation *allocation;
  };
  std::map<TypeIndex, std::vector<Numbered>> allocations_;
  std::map<TypeIndex, std::vector<const FactVariable *>> variables_;
};

} // namespace fsfind
