#pragma once

#include "analyzer/extract/flow/LocalFlow.h"

#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>

namespace fsfind::analyzer {

/// Numbers in a function as far as constants, locals with one value, and what a call of the
/// function passes decide them: `(n + 63) & ~63UL` of `xalloc(sizeof(struct row))`.
class PassedNumbers {
public:
  /// All arguments must outlive this object. Without a call the parameters are not known.
  PassedNumbers(const clang::ASTContext &context, const LocalFlow &flow,
                const clang::CallExpr *call = nullptr, const PassedNumbers *caller = nullptr)
      : context_(context), flow_(flow), call_(call), caller_(caller) {}

  /// None if it is not known. Wraps as 64 unsigned bits do.
  [[nodiscard]] std::optional<std::uint64_t> of(const clang::Expr *number) const;

private:
  [[nodiscard]] std::optional<std::uint64_t> of(const clang::Expr *number, unsigned depth) const;
  [[nodiscard]] std::optional<std::uint64_t> ofName(const clang::DeclRefExpr *name,
                                                    unsigned depth) const;
  [[nodiscard]] std::optional<std::uint64_t> ofBinary(const clang::BinaryOperator *binary,
                                                      unsigned depth) const;

  const clang::ASTContext &context_;
  const LocalFlow &flow_;
  const clang::CallExpr *call_;
  const PassedNumbers *caller_;
};

} // namespace fsfind::analyzer
