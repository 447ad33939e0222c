#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <deque>

namespace fsfind::analyzer {

/// The calls and loops of a body that no way through it avoids: what each iteration of a loop comes
/// by before the next one begins, and what each run of the body comes by before it returns. Bodies
/// of lambdas and parallel regions inside are left out.
class PassedCalls {
public:
  PassedCalls(const clang::Stmt *body, const clang::ASTContext &context);

  /// The calls, and the loops that are entered, the last one first. Null = the body.
  [[nodiscard]] llvm::SmallVector<const clang::Stmt *, 8> in(const clang::Stmt *loop) const;

private:
  /// A call or loop that was come by, after what was come by `before`. Ways that meet have come by
  /// what is before both, because each call has one node only.
  struct Node {
    const clang::Stmt *item = nullptr;
    const Node *before = nullptr;
    unsigned depth = 0;
  };
  using State = const Node *; ///< null = no way leads here
  struct Outcome {
    State yes = nullptr, no = nullptr;
  };
  struct Round {
    State begin = nullptr, end = nullptr;
  };
  struct Targets {
    State leave = nullptr, next = nullptr; ///< of `break` and `continue`
    bool loop = false;
  };

  static State meet(State a, State b);
  State after(State before, const clang::Stmt *item);
  State visit(const clang::Stmt *statement, State at);
  State visitChildren(const clang::Stmt *statement, State at);
  State visitStatement(const clang::Stmt *statement, State at);
  State visitExpression(const clang::Expr *expression, State at);
  State visitCall(const clang::CallExpr *call, State at);
  State visitIf(const clang::IfStmt *choice, State at);
  State visitLoop(const clang::Stmt *loop, State at);
  State visitSwitch(const clang::SwitchStmt *choice, State at);
  State visitLabel(const clang::LabelStmt *label, State at);
  State jump(const clang::Stmt *statement, State at);
  Outcome decide(const clang::Expr *condition, State at);

  const clang::ASTContext &context_;
  std::deque<Node> nodes_;
  llvm::SmallVector<Targets, 8> targets_;
  llvm::SmallVector<State, 4> switches_;
  llvm::DenseMap<const clang::LabelDecl *, State> jumps_; ///< by `goto` to labels further down
  llvm::DenseMap<const clang::Stmt *, Round> rounds_;     ///< by loop; null = the body
  State returned_ = nullptr;
  bool unclear_ = false; ///< it jumps to where a value says
};

} // namespace fsfind::analyzer
