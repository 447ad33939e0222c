#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <string>

namespace fsfind::analyzer {

/// What code does with a pointer to an element, with an element of which it may take the address,
/// or with a row, which turns into a pointer to its first number.
struct PointerUse {
  enum class Kind : std::uint8_t {
    Nothing, ///< reads, writes or compares
    Counted, ///< takes the number `index` from there on
    Given,   ///< to the variable, parameter or member `to`
    Lost,    ///< what is not followed
    Foreign, ///< to a function of a library, or it becomes a pointer of another type
  };
  Kind kind = Kind::Nothing;
  const clang::Expr *index = nullptr; ///< Counted; with `unit`, how many bytes
  std::uint64_t unit = 0;             ///< bytes of what the pointer points to
  const clang::ValueDecl *to = nullptr;
  clang::QualType of = {}; ///< Given: what the pointer points to, where `there` says how many
  llvm::ArrayRef<const clang::Expr *> arguments; ///< of the call, if `to` is a parameter
  bool starts = false;                           ///< the call starts a thread
  /// How many there are from there on; 0 = as many as from the pointer that is used.
  std::uint64_t there = 0;
  std::string library = {}; ///< Foreign: the function of a library

  [[nodiscard]] static PointerUse lost();
  [[nodiscard]] static PointerUse foreign(std::string library = {});
  [[nodiscard]] static PointerUse givenTo(const clang::ASTContext &context,
                                          const clang::ValueDecl *to, const clang::Expr *value,
                                          std::uint64_t there);
};

/// What a pointer, array or reference leads to; the type itself for others.
[[nodiscard]] clang::QualType ledTo(const clang::ASTContext &context, clang::QualType type);

/// Whether a pointer to one type counts as a pointer to the other does. Bytes are counted
/// otherwise; `void` is not counted at all.
[[nodiscard]] bool countsAlike(const clang::ASTContext &context, clang::QualType one,
                               clang::QualType other);

} // namespace fsfind::analyzer
