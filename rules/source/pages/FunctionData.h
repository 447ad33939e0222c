#pragma once

#include "rules/model/Facts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace fsfind {

/// What a function reads, stores and allocates, by what it begins at: for questions about each of
/// its writes, of which a function may have very many.
class FunctionData {
public:
  /// `function` outlives this.
  explicit FunctionData(const FactFunction &function);

  /// Accesses that are no writes and begin where `what` does.
  [[nodiscard]] const std::vector<const FactAccess *> &readsLike(const Designator &what) const;
  /// Reads in the line.
  [[nodiscard]] const std::vector<const FactAccess *> &readsIn(std::uint32_t line) const;
  /// Writes that store the variable.
  [[nodiscard]] const std::vector<const FactAccess *> &storesOf(VariableIndex variable) const;
  /// Allocations whose memory is reached from where `what` begins.
  [[nodiscard]] const std::vector<const FactAllocation *> &
  allocationsLike(const Designator &what) const;
  /// What is reached by the same steps from a variable, a parameter or the like is allocated here.
  [[nodiscard]] bool allocatesAt(const Designator &what) const;

private:
  using Begin = std::pair<Root, std::optional<VariableIndex>>;
  using Steps = std::vector<std::tuple<StepKind, RecordIndex, std::uint32_t>>; ///< without indices

  static Steps stepsOf(const Designator &what);

  std::map<std::pair<Begin, std::uint32_t>, std::vector<const FactAccess *>> reads_;
  std::map<std::uint32_t, std::vector<const FactAccess *>> in_lines_;
  std::map<VariableIndex, std::vector<const FactAccess *>> stores_;
  std::map<Begin, std::vector<const FactAllocation *>> allocations_;
  std::map<std::pair<Root, Steps>, std::vector<const FactAllocation *>> by_steps_;
};

} // namespace fsfind
