#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

namespace fsfind::analyzer {

/// A loop and what is known of its counter.
struct CountedLoop {
  Provenance kind = Provenance::Loop;
  const clang::Stmt *loop = nullptr;
  const clang::Expr *first = nullptr; ///< the counter's initial value; null if not known
  const clang::Expr *range = nullptr; ///< the range of a range-based for; null for other loops
  bool wide = false;                  ///< its step may be more than 1
};

/// The values that a function assigns to its locals, its loops' counters, and which loops start
/// threads. Lambdas and parallel regions count as part of the function around them. Filled before
/// the function's accesses are read.
class LocalFlow {
public:
  explicit LocalFlow(Unit &unit) : unit_(unit) {}
  void add(const clang::Stmt *body);
  [[nodiscard]] bool empty() const { return values_.empty(); }

  /// The only value that is ever assigned to a local; null if there are several or none.
  [[nodiscard]] const clang::Expr *onlyValue(const clang::VarDecl *variable) const;
  /// The values assigned to a local, as in `int tid = 0; …; tid = omp_get_thread_num();`: the first
  /// few, or none if it is also changed by ++ or +=.
  [[nodiscard]] llvm::ArrayRef<const clang::Expr *> values(const clang::VarDecl *variable) const;
  /// A local's only assigned value, also if ++ or += change it later; null if it is assigned again.
  [[nodiscard]] const clang::Expr *firstValue(const clang::VarDecl *variable) const;
  /// The only call that gets the local's address or a reference to it; null if there are several or
  /// none.
  [[nodiscard]] const clang::CallExpr *filledBy(const clang::VarDecl *variable) const;
  /// Whether the local or parameter keeps the one value that it gets where it is declared.
  [[nodiscard]] bool isFixed(const clang::VarDecl *variable) const;
  /// Whether ++ or += change the local and it is assigned at most once.
  [[nodiscard]] bool isRunning(const clang::VarDecl *variable) const;
  /// The innermost loop around the place of which the variable is the counter, else the last such
  /// loop; null if there is none.
  [[nodiscard]] const CountedLoop *countedBy(const clang::VarDecl *variable,
                                             clang::SourceLocation at = {}) const;
  /// Whether OpenMP distributes the loop so that each thread runs one iteration.
  [[nodiscard]] bool isRoundOfThread(const clang::Stmt *loop) const {
    return rounds_.contains(loop);
  }
  /// The number of iterations; 0 if it is not constant.
  [[nodiscard]] std::uint32_t iterations(const clang::Stmt *loop) const;
  /// Whether the number is a count of threads, by its name or by that of its value: `const int n =
  /// omp_get_max_threads();`
  [[nodiscard]] bool isThreadCount(const clang::Expr *number) const;
  /// False for `do … while (0)`, and for loops that only repeat a compare-and-swap.
  [[nodiscard]] bool isLoop(const clang::Stmt *statement) const;

private:
  struct Values {
    llvm::SmallVector<const clang::Expr *, 2> given;
    bool stepped = false;
    bool exchanged = false; ///< a compare-and-swap stores in it what it finds
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
  llvm::DenseSet<const clang::Stmt *> shared_; ///< loops that OpenMP distributes to threads
  llvm::DenseSet<const clang::Stmt *> rounds_; ///< those of them with one iteration per thread
  llvm::SmallVector<const clang::Stmt *, 8> loops_;
};

} // namespace fsfind::analyzer
