#include "analyzer/extract/sums/LoopShape.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Parts.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/Builtins.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

const Expr *conditionOf(const Stmt *loop) {
  if (const auto *counted = dyn_cast<ForStmt>(loop))
    return counted->getCond();
  if (const auto *while_loop = dyn_cast<WhileStmt>(loop))
    return while_loop->getCond();
  if (const auto *once = dyn_cast<DoStmt>(loop))
    return once->getCond();
  return nullptr;
}

bool isTrueForever(const Stmt *loop, const ASTContext &context) {
  if (isa<CXXForRangeStmt>(loop))
    return false;
  const Expr *condition = conditionOf(loop);
  if (!condition)
    return true;
  return truthOf(condition, context).value_or(false);
}

/// A `break` that leaves the loop of which this is a part.
bool breaks(const Stmt *part) {
  if (!part || isa<LambdaExpr, SwitchStmt>(part) || isLoopStatement(part))
    return false;
  return isa<BreakStmt>(part) || llvm::any_of(part->children(), breaks);
}

/// A word for what leaves the loop there; null for others.
const char *leavingBy(const Stmt *statement) {
  if (isa<ReturnStmt>(statement))
    return "return leaves the loop";
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt>(statement))
    return "the loop has a goto or a label";
  if (isa<CXXDeleteExpr>(statement))
    return "the loop gives memory back";
  if (isa<CXXThrowExpr>(statement))
    return "throw leaves the loop";
  if (isa<CoreturnStmt, CoawaitExpr, CoyieldExpr, DependentCoawaitExpr>(statement))
    return "the loop is part of a coroutine";
  if (const auto *assembly = dyn_cast<GCCAsmStmt>(statement))
    return assembly->isAsmGoto() ? "the loop has a goto or a label" : nullptr;
  if (isa<OMPExecutableDirective>(statement))
    return "OpenMP shares the loop's work";
  return nullptr;
}

/// The object that the number is part of may be what is given back.
bool givesBack(const FunctionDecl *callee) {
  const unsigned builtin = callee->getBuiltinID();
  return builtin == Builtin::BIfree || builtin == Builtin::BIrealloc ||
         callee->getDeclName().getCXXOverloadedOperator() == OO_Delete;
}

bool mayThrow(const FunctionDecl *callee, const Unit &unit) {
  if (callee->getBuiltinID() != 0 || callee->hasAttr<NoThrowAttr>() ||
      (callee->isExternC() && unit.inSystemHeader(callee->getLocation())))
    return false;
  const auto *type = callee->getType()->getAs<FunctionProtoType>();
  return !type || !type->isNothrow();
}

/// A function of the standard library that touches no memory but its object's own: of an atomic, or
/// one that changes nothing.
bool isPlainOperation(const FunctionDecl *callee, const Unit &unit) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return isStandard(callee) && (!method || method->isConst() ||
                                classOf(method->getParent(), unit.knowledge) == TypeClass::Atomic);
}

/// Reads what a loop does beside its updates.
class Reading {
public:
  Reading(const Unit &unit, LoopShape &shape)
      : unit_(unit), shape_(shape), exceptions_(unit.context.getLangOpts().CXXExceptions) {}

  void visit(const Stmt *statement) {
    if (!statement)
      return;
    statement = innermostPart(statement);
    if (isLeaf(statement) || isa<UnaryExprOrTypeTraitExpr>(statement))
      return;
    if (const char *how = leavingBy(statement))
      refuse(how);
    if (const auto *call = dyn_cast<CallExpr>(statement))
      see(call);
    else if (const auto *made = dyn_cast<CXXConstructExpr>(statement))
      see(made);
    else if (isa<CXXNewExpr, CXXDynamicCastExpr>(statement))
      shape_.throws = shape_.throws || exceptions_;
    if (const auto *lambda = dyn_cast<LambdaExpr>(statement)) {
      for (const Expr *value : lambda->capture_inits())
        visit(value);
      return;
    }
    forEachPart(statement, [this](const Stmt *part) { visit(part); });
  }

private:
  void refuse(const char *why) {
    if (shape_.obstacle.empty())
      shape_.obstacle = why;
  }

  void see(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee) {
      shape_.calls = true;
      shape_.throws = shape_.throws || exceptions_;
      return;
    }
    if (givesBack(callee))
      refuse("the loop gives memory back");
    if (callee->isNoReturn())
      refuse("the loop calls what does not return");
    if (callee->hasAttr<ReturnsTwiceAttr>())
      refuse("the loop has a goto or a label");
    const bool throws = mayThrow(callee, unit_);
    const unsigned builtin = callee->getBuiltinID();
    const bool is_operation =
        (builtin != 0 && !unit_.context.BuiltinInfo.isPredefinedLibFunction(builtin)) ||
        (isPlainOperation(callee, unit_) && !throws);
    shape_.throws = shape_.throws || (exceptions_ && throws);
    shape_.calls = shape_.calls || !is_operation;
  }

  void see(const CXXConstructExpr *made) {
    const CXXConstructorDecl *by = made->getConstructor();
    if (by->isTrivial())
      return;
    shape_.calls = true;
    shape_.throws = shape_.throws || (exceptions_ && mayThrow(by, unit_));
  }

  const Unit &unit_;
  LoopShape &shape_;
  bool exceptions_;
};

} // namespace

bool isStandard(const Decl *decl) {
  const DeclContext *context = decl->getDeclContext();
  while (isa_and_nonnull<RecordDecl>(context))
    context = context->getParent();
  return context && context->isStdNamespace();
}

bool isLoopStatement(const Stmt *statement) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

const Stmt *bodyOfLoop(const Stmt *loop) {
  if (const auto *counted = dyn_cast<ForStmt>(loop))
    return counted->getBody();
  if (const auto *while_loop = dyn_cast<WhileStmt>(loop))
    return while_loop->getBody();
  if (const auto *once = dyn_cast<DoStmt>(loop))
    return once->getBody();
  return cast<CXXForRangeStmt>(loop)->getBody();
}

LoopShape shapeOf(const Unit &unit, const Stmt *loop) {
  LoopShape shape;
  Reading(unit, shape).visit(loop);
  if (shape.obstacle.empty() && isTrueForever(loop, unit.context) && !breaks(bodyOfLoop(loop)))
    shape.obstacle = "the loop does not end";
  return shape;
}

} // namespace fsfind::analyzer
