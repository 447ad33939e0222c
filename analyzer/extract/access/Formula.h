#pragma once

#include "analyzer/extract/access/Paths.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::analyzer {

/// An expression as a formula of constants and one number that may be a thread's own.
class Formula {
public:
  Formula(Unit &unit, const LocalFlow &flow, Paths &paths)
      : unit_(unit), flow_(flow), paths_(paths) {}

  /// False if it depends on anything else, or on a number that changes.
  [[nodiscard]] bool read(const clang::Expr *expression) {
    const auto top = add(expression);
    top_ = top.value_or(0);
    return top && found_;
  }
  [[nodiscard]] const FactNumber &number() const { return number_; }
  /// None where it is not defined: a division by zero, a shift too wide.
  [[nodiscard]] std::optional<std::int64_t> at(std::int64_t number) const {
    return value(top_, number);
  }

private:
  using Node = std::optional<std::size_t>;
  enum class Kind : std::uint8_t { Number, Constant, Unary, Binary, Choice, Truth };
  struct Term {
    Kind kind = Kind::Number;
    std::int64_t constant = 0;
    unsigned opcode = 0;
    std::size_t first = 0, second = 0, third = 0;
  };
  /// Longer formulas are no conditions on a thread's number.
  static constexpr std::size_t kMostTerms = 24;
  /// A local's value may name the local itself.
  static constexpr unsigned kMostDepth = 16;

  Node make(const Term &term) {
    if (terms_.size() >= kMostTerms)
      return std::nullopt;
    terms_.push_back(term);
    return terms_.size() - 1;
  }

  Node add(const clang::Expr *expression);
  Node addTyped(const clang::Expr *expression);
  Node addCast(const clang::CastExpr *cast);
  Node addVariable(const clang::VarDecl *variable, clang::SourceLocation at);
  Node addCaptured(const clang::ParmVarDecl *parameter);
  [[nodiscard]] bool isGivenInRegion(const clang::VarDecl *variable) const;
  Node addUnary(const clang::UnaryOperator *unary);
  Node addBinary(const clang::BinaryOperator *binary);
  Node addNumber(FactIndex number, Designator object = {});
  Node addBehind(const clang::Expr *lvalue);
  [[nodiscard]] std::optional<std::int64_t> value(std::size_t node, std::int64_t number) const;
  [[nodiscard]] static std::optional<std::int64_t> combined(unsigned opcode, std::int64_t a,
                                                            std::int64_t b);

  Unit &unit_;
  const LocalFlow &flow_;
  Paths &paths_;
  std::vector<Term> terms_;
  std::size_t top_ = 0;
  FactNumber number_;
  bool found_ = false;
  unsigned depth_ = 0;
};

} // namespace fsfind::analyzer
