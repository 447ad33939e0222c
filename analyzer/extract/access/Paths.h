#pragma once

#include "analyzer/extract/flow/LocalFlow.h"

#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

/// The code in which an expression is read: a function, a lambda's body or a parallel region.
struct Scope {
  FunctionIndex index;
  const clang::FunctionDecl *function = nullptr; ///< for a region the function around it
  clang::SourceRange region;                     ///< of a parallel region; invalid for functions
};

/// Copies `text`, and what that is made of.
void copyWords(const FactIndex &from, FactIndex &to);

/// Turns expressions into designators and provenances, within one scope. Locals with one value are
/// replaced by that value, and calls of functions that only return an expression by that
/// expression.
class Paths {
public:
  Paths(Unit &unit, const LocalFlow &flow, Scope scope) : unit_(unit), flow_(flow), scope_(scope) {}

  /// The object that an lvalue denotes.
  [[nodiscard]] Designator object(const clang::Expr *lvalue);
  /// A pointer's value: an address (`address_of`), or the object that holds the pointer.
  [[nodiscard]] Designator pointer(const clang::Expr *value);
  /// An argument of any type: pointers by value, everything else as an object.
  [[nodiscard]] Designator argument(const clang::Expr *expression);
  [[nodiscard]] Designator dereferenced(Designator pointer, clang::QualType to);
  /// The element of what a pointer or array leads to.
  [[nodiscard]] Designator element(Designator pointer, FactIndex index, clang::QualType to);
  /// The object that a method is called on; `owner` is the object or a pointer to it.
  [[nodiscard]] Designator ofOwner(const clang::Expr *owner);
  /// A pointer in the body of the called function, translated to the caller.
  [[nodiscard]] Designator ofCallee(const clang::Expr *pointer, const clang::CallExpr *call);
  [[nodiscard]] FactIndex provenance(const clang::Expr *value);
  /// The same, but without the text of calls, which is slow to print.
  [[nodiscard]] FactIndex origin(const clang::Expr *value);
  [[nodiscard]] std::string text(const clang::Expr *expression) const;
  /// Sets the index's text, and what that is made of.
  void describe(const clang::Expr *expression, FactIndex &index) const;
  /// The conditional operator that chose the object of the last object(), pointer() or argument();
  /// null if there was none. The likelier branch is taken unless choose() has said which.
  [[nodiscard]] const clang::ConditionalOperator *choice() const { return choice_; }
  void choose(const clang::ConditionalOperator *choice, bool yes) {
    chosen_ = choice;
    yes_ = yes;
  }
  void forgetChoice() { choice_ = chosen_ = nullptr; }
  /// Whether the scope is a lambda or region and the local is declared outside of it.
  [[nodiscard]] bool isOutside(const clang::VarDecl *variable) const;
  [[nodiscard]] const Scope &scope() const { return scope_; }

private:
  [[nodiscard]] const clang::Expr *branchOf(const clang::AbstractConditionalOperator *choice);
  [[nodiscard]] Designator loaded(const clang::Expr *lvalue);
  [[nodiscard]] Designator root(const clang::VarDecl *variable, clang::QualType as);
  /// The element that the variable of a range-based for refers to or copies.
  [[nodiscard]] std::optional<Designator> elementOfRange(const clang::VarDecl *variable);
  [[nodiscard]] Designator fromCall(const clang::CallExpr *call, bool as_pointer);
  [[nodiscard]] std::optional<Designator> containerElement(const clang::CallExpr *call);
  [[nodiscard]] std::optional<Designator> throughAccessor(const clang::CallExpr *call,
                                                          bool as_pointer);
  [[nodiscard]] std::optional<Designator> throughReturns(const clang::CallExpr *call,
                                                         bool as_pointer);
  [[nodiscard]] bool isLocalOf(const clang::FunctionDecl *callee, const Designator &what);
  /// The pointer that an atomic read returns, as the object that holds it.
  [[nodiscard]] std::optional<Designator> fromAtomic(const clang::Expr *read);
  [[nodiscard]] Designator held(const clang::Expr *holder);
  [[nodiscard]] std::optional<Designator> ofSmartCopy(const clang::VarDecl *variable);
  [[nodiscard]] Designator substituted(const Designator &inner, const clang::CallExpr *call);
  [[nodiscard]] Designator withBases(Designator derived, const clang::CastExpr *cast);
  [[nodiscard]] bool beginsRow(const clang::Expr *first);
  [[nodiscard]] bool isOfThread(const clang::Expr *number);
  [[nodiscard]] bool isForThread(const clang::CallExpr *call);
  [[nodiscard]] FactIndex provenanceOfVariable(const clang::VarDecl *variable,
                                               clang::SourceLocation at);
  [[nodiscard]] FactIndex provenanceBehind(const clang::Expr *pointer);
  [[nodiscard]] FactIndex provenanceOfCall(const clang::CallExpr *call);
  [[nodiscard]] FactIndex provenanceOfResult(const clang::FunctionDecl *callee,
                                             llvm::ArrayRef<FactIndex> arguments);
  [[nodiscard]] std::optional<Designator> partOfResult(const clang::Expr *lvalue);
  [[nodiscard]] FactIndex provenanceIn(const clang::FunctionDecl *callee, const LocalFlow &flow,
                                       const clang::Expr *value,
                                       llvm::ArrayRef<FactIndex> arguments);
  [[nodiscard]] Designator uncastPointer(const clang::Expr *value);
  [[nodiscard]] FactIndex provenanceOfBinary(const clang::BinaryOperator *binary);

  Unit &unit_;
  const LocalFlow &flow_;
  Scope scope_;
  unsigned depth_ = 0;
  bool calls_in_words_ = true;
  const clang::ConditionalOperator *choice_ = nullptr, *chosen_ = nullptr;
  bool yes_ = false;
};

[[nodiscard]] bool readsWord(const clang::AtomicExpr *atomic);
/// The atomic that a call reads, or a pointer to it; null for calls that do not only read.
[[nodiscard]] const clang::Expr *readAtomically(Unit &unit, const clang::CallExpr *call);
} // namespace fsfind::analyzer
