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
  /// Both outlive it.
  CallOrder(const Facts &facts, const Roles &roles);

  /// Whether `a` runs before `b` the first time, seen from the nearest function that gets to both.
  [[nodiscard]] Order of(CodePlace a, CodePlace b) const;

private:
  /// Where a function gets to the place asked about: in it, or by a call or start; nearest first.
  [[nodiscard]] std::vector<CodePlace> ways(CodePlace from) const;

  std::vector<std::vector<CodePlace>> callers_;
};

} // namespace fsfind
