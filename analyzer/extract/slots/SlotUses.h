#pragma once

#include "analyzer/extract/slots/Slots.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <llvm/ADT/SmallVector.h>

#include <utility>

namespace fsfind::analyzer {

/// Reads code for uses of arrays (Slots): what must change where if their elements become records,
/// and what forbids it. All code of a unit must be read, each piece once.
class SlotUses {
public:
  SlotUses(Unit &unit, Slots &slots) : unit_(unit), slots_(slots) {}

  /// A function's body, with those of its lambdas and regions; default arguments; the members that
  /// a constructor initialises.
  void readFunction(const clang::FunctionDecl *function);
  /// Code that this unit does not compile, functions and members of a template beside its
  /// instances: only what they do not show. To be read when all else has been.
  void readUncompiled(const clang::Decl *decl);
  /// The initial value of a variable or member; null if it has none.
  void readInitialiser(const clang::ValueDecl *declared, const clang::Expr *value) {
    readInitialiser(declared, value, declared->getLocation());
  }
  /// An expression outside of functions; null if there is none.
  void read(const clang::Expr *expression) { visit(expression); }

private:
  /// `at` is where the code gives it.
  void readInitialiser(const clang::ValueDecl *declared, const clang::Expr *value,
                       clang::SourceLocation at);
  void visit(const clang::Stmt *statement);
  void visitParts(const clang::Stmt *statement);
  void visitDeclarations(const clang::DeclStmt *declarations);
  void visitLambda(const clang::LambdaExpr *lambda);
  void visitClauses(const clang::OMPExecutableDirective *directive);
  void visitRange(const clang::CXXForRangeStmt *loop);
  /// `fresh`: nothing else has told what the loop or function over them needs.
  void useElements(SlotsDraft &draft, const clang::VarDecl *element, bool fresh = true);
  void see(const clang::Expr *expression);
  void seeArithmetic(const clang::Expr *expression);
  void seeName(const clang::Expr *name, const clang::ValueDecl *declared);
  void seeAssignment(const clang::BinaryOperator *assignment);
  void seeOffsets(const clang::OffsetOfExpr *offset);
  void seeList(const clang::InitListExpr *list);
  /// Where the last name in a name or member expression stands.
  [[nodiscard]] static clang::SourceLocation nameIn(const clang::Expr *name);

  /// The following are in SlotsGiven.cpp: arrays that code hands on as a whole.
  /// Whether the value is a whole array that `to` then has the elements of.
  [[nodiscard]] bool give(SlotsDraft &to, const clang::Expr *value);
  /// The same; refuses all else but null.
  void giveOnly(SlotsDraft &to, const clang::Expr *value);
  void seeArguments(const clang::FunctionDecl *function,
                    llvm::ArrayRef<const clang::Expr *> arguments);
  void seeCall(const clang::Expr *expression);
  void seeFunction(const clang::Expr *name, const clang::FunctionDecl *function);
  void seeLambda(const clang::Expr *lambda);
  void seeStart(const clang::FunctionDecl *function, llvm::ArrayRef<const clang::Expr *> arguments,
                const clang::Expr *call);

  /// In SlotAlgorithms.cpp: algorithms of the library over a whole array.
  void seeAlgorithm(const clang::CallExpr *call);
  /// These say whether the algorithm can be edited.
  [[nodiscard]] bool sumElements(SlotsDraft &draft, const clang::CallExpr *call);
  [[nodiscard]] bool reduceElements(SlotsDraft &draft, const clang::CallExpr *call,
                                    clang::SourceLocation name);
  [[nodiscard]] bool findExtremum(SlotsDraft &draft, const clang::CallExpr *call);
  [[nodiscard]] bool visitElements(SlotsDraft &draft, const clang::Expr *function,
                                   unsigned parameter);
  void addArgument(SlotsDraft &draft, const clang::CallExpr *call, std::string argument);

  /// The following are in SlotUseKinds.cpp. `level` is how much of the path is around an
  /// expression.
  void use(SlotsDraft &draft, const clang::Expr *name);
  /// `subscript` selects an element; `close` is its last token.
  void useElement(SlotsDraft &draft, const clang::Expr *subscript, std::size_t level,
                  const clang::Expr *index, clang::SourceLocation close);
  void useByMethod(SlotsDraft &draft, const clang::Expr *method, std::size_t level);
  void useBySize(SlotsDraft &draft, const clang::ValueDecl *declared, std::size_t level);
  void useByStar(SlotsDraft &draft, const clang::ValueDecl *declared, std::size_t level);
  /// These two say whether it is such a use, and one that may be.
  [[nodiscard]] bool useByCall(SlotsDraft &draft, const clang::ValueDecl *declared,
                               const clang::CallExpr *call);
  [[nodiscard]] bool useByPointer(SlotsDraft &draft, const clang::ValueDecl *declared,
                                  const clang::Stmt *outer, std::size_t level);
  [[nodiscard]] bool measuresElement(const SlotsDraft &draft, const clang::ValueDecl *declared,
                                     const clang::UnaryExprOrTypeTraitExpr *size,
                                     std::size_t level) const;
  /// Notes what becomes of a pointer to the element.
  void usePointer(SlotsDraft &draft, const clang::Expr *element, std::size_t level);
  /// The innermost statement around, without parentheses and conversions, and its own level; null
  /// if there is none.
  [[nodiscard]] std::pair<const clang::Stmt *, std::size_t> around(std::size_t level) const;

  Unit &unit_;
  Slots &slots_;
  bool uncompiled_ = false;
  const clang::FunctionDecl *function_ = nullptr;   ///< whose body is read
  llvm::SmallVector<const clang::Stmt *, 64> path_; ///< from the body to what is visited
  /// Loop variables that are elements of an array.
  llvm::DenseMap<const clang::VarDecl *, SlotsDraft *> elements_;
  /// Names that need no further look: what is handed on, or gone through by an algorithm.
  llvm::DenseSet<const clang::Expr *> settled_;
};

} // namespace fsfind::analyzer
