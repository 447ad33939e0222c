#include "analyzer/extract/access/NumberGuards.h"

#include "analyzer/extract/access/Formula.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"

namespace fsfind::analyzer {

using namespace clang;

std::uint64_t ByNumber::nonzero() const {
  return ~within(0, 0);
}

std::uint64_t ByNumber::within(std::int64_t low, std::int64_t high) const {
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (low <= results[i] && results[i] <= high)
      values |= std::uint64_t{1} << i;
  return values;
}

std::optional<ByNumber> NumberGuards::of(const Expr *expression) {
  if (without_.contains(expression))
    return std::nullopt;
  Formula formula(unit_, flow_, paths_);
  if (!formula.read(expression)) {
    without_.insert(expression);
    return std::nullopt;
  }
  ByNumber found;
  found.number = formula.number();
  for (std::size_t i = 0; i < found.results.size(); ++i) {
    const auto result = formula.at(static_cast<std::int64_t>(i));
    if (!result)
      return std::nullopt;
    found.results[i] = *result;
  }
  return found;
}

void NumberGuards::add(Guard condition, std::vector<FactGuard> &guards) {
  if (!isTyped(condition.condition))
    return;
  for (const Guard part : partsOf(condition))
    if (const auto by = of(part.condition))
      add(by->number, part.holds ? by->nonzero() : ~by->nonzero(), guards);
}

void NumberGuards::add(const FactNumber &number, std::uint64_t values,
                       std::vector<FactGuard> &guards) {
  if (values == ~std::uint64_t{0})
    return;
  for (FactGuard &known : guards)
    if (known.number == number) {
      known.values &= values;
      return;
    }
  guards.push_back({number, values});
}

void NumberGuards::widen(RareList<FactGuard> &guards, const RareList<FactGuard> &others) {
  for (FactGuard &guard : guards) {
    std::uint64_t values = ~std::uint64_t{0};
    for (const FactGuard &other : others)
      if (other.number == guard.number)
        values = other.values;
    guard.values |= values;
  }
  guards.eraseIf([](const FactGuard &guard) { return guard.values == ~std::uint64_t{0}; });
}

void NumberGuards::describe(const Expr *value, FactArgument &argument) {
  const auto by = of(value);
  if (!by)
    return;
  const std::int64_t offset = by->results[0], factor = by->results[1] - offset;
  constexpr std::int64_t most = 1 << 20;
  if (offset < 0 || factor < 1 || offset > most || factor > most)
    return;
  for (std::size_t i = 0; i < by->results.size(); ++i)
    if (by->results[i] != factor * static_cast<std::int64_t>(i) + offset)
      return;
  argument.number = by->number;
  argument.factor = static_cast<std::uint32_t>(factor);
  argument.offset = static_cast<std::uint32_t>(offset);
}

} // namespace fsfind::analyzer
