#include "rules/source/pages/CallOrder.h"

#include <algorithm>
#include <utility>

namespace fsfind {

namespace {

constexpr std::size_t kMaxWays = 48;

} // namespace

CallOrder::CallOrder(const Facts &facts, const Roles &roles) : callers_(facts.functions.size()) {
  for (std::size_t i = 0; i < facts.functions.size(); ++i) {
    for (const FactCall &call : facts.functions[i].calls)
      for (const FunctionIndex target : roles.targets(call.callee))
        callers_[target.value()].push_back({FunctionIndex{i}, call.place});
    for (const FactStart &start : facts.functions[i].starts)
      for (const FunctionIndex target : roles.targets(start.entry))
        callers_[target.value()].push_back({FunctionIndex{i}, start.place});
  }
}

std::vector<CodePlace> CallOrder::ways(CodePlace from) const {
  std::vector<CodePlace> found{from};
  for (std::size_t i = 0; i < found.size() && found.size() < kMaxWays; ++i)
    for (const CodePlace &caller : callers_[found[i].function.value()])
      if (std::none_of(found.begin(), found.end(), [&](const CodePlace &known) {
            return known.function == caller.function && known.place == caller.place;
          }))
        found.push_back(caller);
  return found;
}

Order CallOrder::of(CodePlace a, CodePlace b) const {
  const auto ways_a = ways(a), ways_b = ways(b);
  for (const CodePlace &one : ways_a)
    for (const CodePlace &other : ways_b) {
      if (one.function != other.function || one.place.file != other.place.file ||
          one.place == other.place)
        continue;
      return std::pair(one.place.line, one.place.column) <
                     std::pair(other.place.line, other.place.column)
                 ? Order::Before
                 : Order::After;
    }
  return Order::Unknown;
}

} // namespace fsfind
