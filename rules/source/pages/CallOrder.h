#pragma once

#include "rules/program/Roles.h"

#include <map>
#include <optional>
#include <vector>

/// Which of two places runs first, as far as the order of lines and calls tells.
namespace fsfind {

enum class Order : std::uint8_t { Unknown, Before, After };

struct CodePlace {
  FunctionIndex function;
  FactPlace place;
};

class CallOrder {
public:
  CallOrder(const Facts &facts, const Roles &roles);

  /// Whether `a` runs before `b` the first time, by their order in the nearest function that leads
  /// to both; unknown if there is none.
  [[nodiscard]] Order of(CodePlace a, CodePlace b) const;

private:
  /// The place itself, and the calls and starts that lead to it, nearest first; at most kMaxWays or
  /// a few more.
  [[nodiscard]] std::vector<CodePlace> ways(CodePlace from) const;

  std::vector<std::vector<CodePlace>> callers_;
};

} // namespace fsfind
