#pragma once

#include "analyzer/extract/access/NumberGuards.h"
#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/flow/Accumulations.h"
#include "analyzer/extract/flow/Branches.h"
#include "analyzer/extract/flow/Callables.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "analyzer/extract/flow/PassedCallables.h"
#include "analyzer/extract/sums/Sums.h"

#include <clang/AST/StmtOpenMP.h>

#include <llvm/ADT/DenseSet.h>

#include <map>

namespace fsfind::analyzer {

/// Reads one body: writes what it accesses, calls, starts and allocates into the function of its
/// scope. Lambdas and parallel regions inside are read as functions of their own.
class Body {
public:
  Body(Unit &unit, const LocalFlow &flow, Scope scope)
      : unit_(unit), flow_(flow), paths_(unit, flow, scope), guards_(unit, flow, paths_),
        steady_(unit) {}

  void read(const clang::Stmt *body);
  /// Reads the member initialisers of a constructor.
  void readInitialisers(const clang::CXXConstructorDecl *constructor);

private:
  struct Access {
    Op op = Op::Read;
    bool atomic = false, acquire = false, bulk = false;
    const clang::Expr *value = nullptr;
    bool binds = false; ///< a reference member is bound to `value`
    /// Of an operation that may accumulate: the whole, and the object it changes or its address.
    const clang::Expr *change = nullptr, *changed = nullptr;
  };

  /// What the branches around the current code tell.
  struct Branch {
    llvm::SmallVector<Guard, 8> guards;
    bool seldom = false, one_thread = false;
    std::vector<FactGuard> numbers;
  };

  [[nodiscard]] FactFunction &fact() { return unit_.at(paths_.scope().index); }
  // Statements.
  void visit(const clang::Stmt *statement);
  void visitChildren(const clang::Stmt *statement);
  void visitLoop(const clang::Stmt *loop);
  void enterLoop(const clang::Stmt *loop);
  void leaveLoop();
  void notePassed(const clang::Stmt *body);
  void visitBlock(const clang::CompoundStmt *block);
  void visitDeclarations(const clang::DeclStmt *declarations);
  void visitLambda(const clang::LambdaExpr *lambda);
  // Branches.
  void visitStatements(const clang::CompoundStmt *block);
  void visitIf(const clang::IfStmt *choice);
  void visitLogical(const clang::BinaryOperator *both);
  void visitUnder(Guard guard, const clang::Stmt *branch);
  void visitOnce(const clang::Stmt *loop);
  void visitSeldom(const clang::Stmt *statement);
  void visitSwitch(const clang::SwitchStmt *choice);
  void visitChoice(const clang::ConditionalOperator *choice);
  /// Calls `reach`, which asks for an object, and then `note`: once, or for each branch of a
  /// conditional operator by which a number that may be a thread's chooses the object.
  void noteEach(llvm::function_ref<void()> reach, llvm::function_ref<void()> note);
  void noteEach(llvm::function_ref<Designator()> reach, llvm::function_ref<void(Designator)> note);
  void assume(Guard guard);
  [[nodiscard]] bool pinsThread(Guard guard);
  [[nodiscard]] BranchFrequency frequencyOf(const Access &access, const clang::Expr *at) const;
  // Expressions.
  bool visitExpression(const clang::Expr *expression);
  void visitConversion(const clang::ImplicitCastExpr *conversion);
  void visitAssignment(const clang::BinaryOperator *assignment);
  void visitAtomic(const clang::AtomicExpr *atomic);
  void note(Designator what, const Access &access, const clang::Expr *at);
  void noteUntraced(const clang::Expr *object);
  void noteAccumulation(const Access &access, FactAccess &noted);
  void noteLvalue(const clang::Expr *lvalue, const Access &access);
  [[nodiscard]] bool isOwn(const clang::VarDecl *local, const clang::Expr *lvalue) const;
  [[nodiscard]] bool worthNoting(const Designator &what) const;
  // Calls.
  void visitCall(const clang::CallExpr *call);
  void noteLeaving(const clang::FunctionDecl *callee);
  bool visitKnownCall(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  bool visitAtomicCall(const clang::CallExpr *call, const CalleeMeaning &meaning);
  bool visitLockWrapper(const clang::CallExpr *call);
  bool visitLockCall(const clang::CallExpr *call, const CalleeMeaning &meaning);
  bool visitBulkCall(const clang::CallExpr *call, const CalleeMeaning &meaning);
  bool visitExchange(const clang::CallExpr *call, const std::string &name);
  bool visitContainerCall(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  void noteContainerChange(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  void noteAdded(const clang::CallExpr *call, const Designator &container);
  [[nodiscard]] const clang::Expr *telling(const clang::Expr *stored) const;
  void noteAtomic(Designator target, Op op, const clang::Expr *stored, const clang::Expr *at);
  bool visitObjectOperator(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  [[nodiscard]] FactCall callAt(const clang::Expr *at, const clang::FunctionDecl *callee);
  void addCall(FactCall call);
  void dropReplaced();
  void noteCall(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  void noteHeldCall(const clang::CallExpr *call, const clang::Expr *held);
  void noteCallbacks(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  void noteConstruction(const clang::CXXConstructExpr *made, const Designator *target);
  bool noteGuard(const clang::CXXConstructExpr *made);
  void noteConstructorCall(const clang::CXXConstructorDecl *constructor,
                           llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *at,
                           const Designator *object);
  void noteEmplacement(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                       const Designator *object);
  void noteMembers(const clang::Expr *value, const Designator &target);
  void noteNumbers(const clang::VarDecl *array, const Designator &target);
  void noteTemporary(const clang::InitListExpr *list);
  void notePlacement(const clang::CXXNewExpr *made);
  void noteReturn(const clang::ReturnStmt *back);
  void noteResult(const clang::Expr *value, const Designator &target);
  [[nodiscard]] std::vector<FactArgument>
  argumentsFor(llvm::ArrayRef<const clang::Expr *> arguments);
  void noteLockStep(LockStep step, Designator lock, const clang::Expr *at);
  void takeLock(Designator lock);
  void releaseLock(const Designator &lock);
  // Threads.
  bool noteStarts(const StartCalls &starts, const clang::Expr *at);
  void noteStart(const StartCall &start, const clang::Expr *at);
  void noteNumberBehind(const clang::Expr *given, FactArgument &argument);
  void handElement(const StartCall &start, const clang::Expr *at,
                   std::vector<FactArgument> &arguments);
  void visitDirective(const clang::OMPExecutableDirective *directive);
  void readRegion(const clang::OMPExecutableDirective *directive);
  void noteReductions(const clang::OMPExecutableDirective *directive);
  // Memory.
  void noteAllocation(const clang::Expr *value, const Designator &target);
  void noteNewArray(const clang::CXXNewExpr *made, const Designator &target);
  void noteUnheld(const clang::CXXNewExpr *made);
  bool noteContainerSize(const clang::CXXConstructExpr *made, const Designator &target);
  [[nodiscard]] const clang::CallExpr *allocatorIn(const clang::FunctionDecl *function) const;
  [[nodiscard]] const clang::Expr *memoryGoesTo(const clang::CallExpr *call) const;
  [[nodiscard]] std::uint64_t alignmentUnder(const clang::CXXNewExpr *made);
  void noteElements(const clang::CallExpr *call, const Designator &container);
  void noteAllocatorCall(const clang::CallExpr *call, const Designator &target);
  void noteAllocatorBehindPointer(const clang::CallExpr *call, const Designator &target);
  void addCount(const clang::Expr *count, FactAllocation &allocation) const;
  [[nodiscard]] FactAllocation allocationAt(const clang::Expr *at, const Designator &target,
                                            std::string how);

  [[nodiscard]] std::uint32_t loopDepth() const {
    return static_cast<std::uint32_t>(loops_.size());
  }
  [[nodiscard]] std::uint32_t iterations() const;

  Unit &unit_;
  const LocalFlow &flow_;
  Paths paths_;
  NumberGuards guards_;
  llvm::SmallVector<std::uint32_t, 4> loops_; ///< iterations of the loops around; 0 = not known
  llvm::SmallVector<const clang::Stmt *, 4> loop_statements_; ///< the same loops
  /// Positions of the same loops in the function's `loops`, behind that of its body.
  llvm::SmallVector<std::uint32_t, 4> loop_positions_{0};
  llvm::DenseMap<const clang::Stmt *, std::uint32_t> known_loops_; ///< positions of all loops
  llvm::DenseMap<const clang::CallExpr *, FunctionIndex> callees_; ///< of the calls noted so far
  UnusedValues unused_;
  SteadyObjects steady_;
  std::vector<std::uint32_t> held_; ///< locks held, as indices of the function's locks
  Branch branch_;
  llvm::DenseSet<const clang::VarDecl *> private_;
  llvm::DenseMap<std::uint64_t, std::size_t> seen_; ///< accesses noted so far, by their hashes
  /// Positions, by hashes, of the calls noted so far, and of the locks.
  llvm::DenseMap<std::uint64_t, llvm::SmallVector<std::uint32_t, 1>> same_calls_, same_locks_;
  /// The same of constructor calls whose object is not known, by callee and place.
  std::map<std::pair<FunctionIndex, FactPlace>, std::vector<std::uint32_t>> homeless_;
  std::vector<std::uint32_t> replaced_; ///< positions of calls that others tell better
  llvm::DenseSet<const clang::InitListExpr *> placed_; ///< lists whose object is known
  llvm::DenseSet<const clang::CXXNewExpr *> made_;     ///< allocations whose holder is known
};

/// The alignment in bytes that malloc and operator new guarantee at least (ISO C 7.22.3; glibc: two
/// pointers).
inline constexpr std::uint64_t kMallocAlignment = 16;
/// Whether the new expression writes its memory: it has an initialiser, or a constructor that does
/// something.
[[nodiscard]] bool writesElements(const clang::CXXNewExpr *made);

} // namespace fsfind::analyzer
