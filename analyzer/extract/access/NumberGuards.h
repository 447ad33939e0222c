#pragma once

#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/flow/Branches.h"

#include <llvm/ADT/DenseSet.h>

#include <array>

/// What branches tell of numbers that may be a thread's own.
namespace fsfind::analyzer {

/// An expression of constants and one number that may be a thread's own, and its value for each of
/// the number's first values.
struct ByNumber {
  FactNumber number;
  std::array<std::int64_t, kGuardedValues> results{};
  /// The number's values for which the result is not 0.
  [[nodiscard]] std::uint64_t nonzero() const;
  /// The number's values for which the result is from `low` to `high`.
  [[nodiscard]] std::uint64_t within(std::int64_t low, std::int64_t high) const;
};

class NumberGuards {
public:
  NumberGuards(Unit &unit, const LocalFlow &flow, Paths &paths)
      : unit_(unit), flow_(flow), paths_(paths) {}

  /// None if it depends on anything else, or on a number that changes.
  [[nodiscard]] std::optional<ByNumber> of(const clang::Expr *expression);
  /// Tells of an argument which number it is.
  void describe(const clang::Expr *value, FactArgument &argument);
  /// Adds to `guards` what the condition tells of numbers.
  void add(Guard condition, std::vector<FactGuard> &guards);
  /// Adds that the code runs only for these values of the number.
  static void add(const FactNumber &number, std::uint64_t values, std::vector<FactGuard> &guards);

  /// Guards under which code runs that runs under either: those of both, with the values of both.
  static void widen(RareList<FactGuard> &guards, const RareList<FactGuard> &others);

private:
  Unit &unit_;
  const LocalFlow &flow_;
  Paths &paths_;
  /// Expressions of which of() has seen that they are no such formulas: most conditions, each of
  /// which is asked about for both branches and for what follows.
  llvm::DenseSet<const clang::Expr *> without_;
};

} // namespace fsfind::analyzer
