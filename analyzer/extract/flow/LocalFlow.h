#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

namespace fsfind::analyzer {

/// A loop that a variable counts.
struct CountedLoop {
  Provenance kind = Provenance::Loop;
  const clang::Stmt *loop = nullptr;
  const clang::Expr *first = nullptr; ///< the counter's initial value; null if not seen
  const clang::Expr *range = nullptr; ///< whose elements the variable is; null for other loops
};

/// What a function's locals are given, found before its accesses are read: values, counters of
/// loops, loops that start threads. Lambdas and parallel regions inside belong to their function.
class LocalFlow {
public:
  explicit LocalFlow(Unit &unit) : unit_(unit) {}
  void add(const clang::Stmt *body);
  [[nodiscard]] bool empty() const { return values_.empty(); }

  /// The only value a local is ever given; null if there are several, or none was seen.
  [[nodiscard]] const clang::Expr *onlyValue(const clang::VarDecl *variable) const;
  /// The values a local is given: `int tid = 0; …; tid = omp_get_thread_num();`; the first few,
  /// none if it is counted on.
  [[nodiscard]] llvm::ArrayRef<const clang::Expr *> values(const clang::VarDecl *variable) const;
  /// Its first value, however it changes later by ++ and +=; null if it is assigned anew.
  [[nodiscard]] const clang::Expr *firstValue(const clang::VarDecl *variable) const;
  /// The only call that is given its address, to fill it; null if there are several, or none.
  [[nodiscard]] const clang::CallExpr *filledBy(const clang::VarDecl *variable) const;
  /// Whether it is counted up or down, and given at most one value.
  [[nodiscard]] bool isRunning(const clang::VarDecl *variable) const;
  /// The innermost loop around the place that the variable counts, or the last; null = none.
  [[nodiscard]] const CountedLoop *countedBy(const clang::VarDecl *variable,
                                             clang::SourceLocation at = {}) const;
  /// A loop that OpenMP shares out, of which each thread has one round.
  [[nodiscard]] bool isRoundOfThread(const clang::Stmt *loop) const {
    return rounds_.contains(loop);
  }
  /// Iterations if they are constant; 0 = not.
  [[nodiscard]] std::uint32_t iterations(const clang::Stmt *loop) const;
  /// By its name, or that of what it is given: `const int n = omp_get_max_threads();`
  [[nodiscard]] bool isThreadCount(const clang::Expr *number) const;
  /// `do … while (0)` is none.
  [[nodiscard]] bool isLoop(const clang::Stmt *statement) const;

private:
  struct Values {
    llvm::SmallVector<const clang::Expr *, 2> given;
    bool stepped = false;
    llvm::SmallVector<const clang::CallExpr *, 1> fillers;
  };
  void visit(const clang::Stmt *statement);
  void visitChildren(const clang::Stmt *statement);
  void visitLoop(const clang::Stmt *loop);
  void noteCounter(const clang::Stmt *loop, Provenance kind);
  void setCounter(const clang::VarDecl *variable, const CountedLoop &counted);
  void noteParallelLoops(const clang::Stmt *directive);
  [[nodiscard]] bool isOverThreads(const clang::Stmt *loop) const;
  void give(const clang::Expr *target, const clang::Expr *value);
  void noteValue(const clang::VarDecl *variable);
  void noteAssigned(const clang::CallExpr *call);
  void noteFound(const clang::Expr *swap);
  void noteFilled(const clang::CallExpr *call);
  void step(const clang::Expr *target);
  [[nodiscard]] bool startsThread(const clang::Stmt *statement) const;

  Unit &unit_;
  llvm::DenseMap<const clang::VarDecl *, Values> values_;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<CountedLoop, 1>> counters_;
  llvm::DenseSet<const clang::Stmt *> shared_; ///< loops that OpenMP shares out
  llvm::DenseSet<const clang::Stmt *> rounds_; ///< of those, with one round for each thread
  llvm::SmallVector<const clang::Stmt *, 8> loops_;
};

} // namespace fsfind::analyzer
