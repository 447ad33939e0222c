#include "analyzer/extract/flow/LocalFlow.h"

#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Callables.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Parts.h"
#include "analyzer/extract/flow/PassedCallables.h"

#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/OpenMPClause.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The counter of a for statement and its first value; null for each that is not known.
std::pair<const VarDecl *, const Expr *> counterOf(const ForStmt *loop) {
  const Stmt *init = loop->getInit();
  if (const auto *decls = dyn_cast_or_null<DeclStmt>(init))
    for (const Decl *decl : decls->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl))
        return {variable->getCanonicalDecl(), variable->getInit()};
  const auto *expression = dyn_cast_or_null<Expr>(init);
  if (const auto *assign =
          expression ? dyn_cast<BinaryOperator>(expression->IgnoreParens()) : nullptr)
    if (assign->isAssignmentOp())
      return {namedVariable(assign->getLHS()), assign->getRHS()};
  const auto *step =
      loop->getInc() ? dyn_cast<UnaryOperator>(loop->getInc()->IgnoreParens()) : nullptr;
  return {step ? namedVariable(step->getSubExpr()) : nullptr, nullptr};
}

/// The local that an assignment changes; null for a reference, whose assignment changes the object
/// that it is bound to.
const VarDecl *changedBy(const Expr *target) {
  const VarDecl *variable = namedVariable(target);
  return variable && !variable->getType()->isReferenceType() ? variable : nullptr;
}

/// Whether the loop is strided: `i += n` where n is not constant, or where n > 1 and the first
/// value is not constant.
bool stepsWide(const ForStmt *loop, const ASTContext &context) {
  const Expr *increment = loop->getInc() ? loop->getInc()->IgnoreParens() : nullptr;
  const auto *compound = dyn_cast_or_null<CompoundAssignOperator>(increment);
  if (!compound || compound->getOpcode() != BO_AddAssign)
    return false;
  const auto step = integerOf(compound->getRHS(), context);
  const auto *compare = dyn_cast_or_null<BinaryOperator>(
      loop->getCond() ? loop->getCond()->IgnoreParenImpCasts() : nullptr);
  if (!step && compare && compare->getOpcode() == BO_NE)
    return false; // the sign of the step is not known; with `!=` it is 1 or -1
  return !step || (*step > 1 && !integerOf(counterOf(loop).second, context));
}

bool compares(Unit &unit, const Stmt *expression) {
  if (!expression)
    return false;
  if (const auto *atomic = dyn_cast<AtomicExpr>(expression); atomic && atomic->isCmpXChg())
    return true;
  if (const auto *call = dyn_cast<CallExpr>(expression))
    if (const FunctionDecl *callee = call->getDirectCallee(); callee && unit.meaning(callee).swaps)
      return true;
  return llvm::any_of(expression->children(),
                      [&](const Stmt *child) { return compares(unit, child); });
}

/// Whether the loop only retries a compare-and-swap, `while (!x.compare_exchange_weak(old, old +
/// 1))`. It mostly runs once.
bool isRetry(Unit &unit, const Stmt *statement) {
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return compares(unit, loop->getCond());
  if (const auto *loop = dyn_cast<DoStmt>(statement))
    return compares(unit, loop->getCond());
  return false;
}

} // namespace

void LocalFlow::add(const Stmt *body) {
  visit(body);
}

const Expr *LocalFlow::onlyValue(const VarDecl *variable) const {
  const auto found = values_.find(variable);
  return found != values_.end() && found->second.given.size() == 1 && !found->second.stepped
             ? found->second.given.front()
             : nullptr;
}

llvm::ArrayRef<const Expr *> LocalFlow::values(const VarDecl *variable) const {
  constexpr std::size_t kMostValues = 4;
  const auto found = values_.find(variable);
  return found != values_.end() && !found->second.stepped
             ? llvm::ArrayRef(found->second.given).take_front(kMostValues)
             : llvm::ArrayRef<const Expr *>();
}

const Expr *LocalFlow::firstValue(const VarDecl *variable) const {
  const auto found = values_.find(variable);
  return found != values_.end() && found->second.given.size() == 1 ? found->second.given.front()
                                                                   : nullptr;
}

const CallExpr *LocalFlow::filledBy(const VarDecl *variable) const {
  const auto found = values_.find(variable);
  return found != values_.end() && found->second.fillers.size() == 1 ? found->second.fillers.front()
                                                                     : nullptr;
}

bool LocalFlow::isFixed(const VarDecl *variable) const {
  const auto found = values_.find(variable);
  const std::size_t most = isa<ParmVarDecl>(variable) ? 0 : 1;
  return found == values_.end() ? isa<ParmVarDecl>(variable)
                                : found->second.given.size() <= most && !found->second.stepped &&
                                      !found->second.exchanged && found->second.fillers.empty();
}

bool LocalFlow::isRunning(const VarDecl *variable) const {
  const auto found = values_.find(variable);
  return found != values_.end() && found->second.stepped && found->second.given.size() <= 1;
}

const CountedLoop *LocalFlow::countedBy(const VarDecl *variable, SourceLocation at) const {
  const auto found = counters_.find(variable);
  if (found == counters_.end())
    return nullptr;
  const CountedLoop *around = nullptr;
  const SourceLocation place = unit_.sources.getExpansionLoc(at);
  for (const CountedLoop &one : found->second) {
    const SourceRange range =
        unit_.sources.getExpansionRange(one.loop->getSourceRange()).getAsRange();
    if (at.isValid() && !unit_.sources.isBeforeInTranslationUnit(place, range.getBegin()) &&
        !unit_.sources.isBeforeInTranslationUnit(range.getEnd(), place))
      around = &one;
  }
  return around ? around : &found->second.back();
}

void LocalFlow::setCounter(const VarDecl *variable, const CountedLoop &counted) {
  auto &loops = counters_[variable];
  const auto known =
      llvm::find_if(loops, [&](const CountedLoop &one) { return one.loop == counted.loop; });
  if (known == loops.end())
    loops.push_back(counted);
  else
    *known = counted;
}

bool LocalFlow::isLoop(const Stmt *statement) const {
  if (isRetry(unit_, statement))
    return false;
  if (const auto *once = dyn_cast<DoStmt>(statement))
    return integerOf(once->getCond(), unit_.context) != 0;
  return isa<ForStmt, WhileStmt, CXXForRangeStmt>(statement);
}

std::uint32_t LocalFlow::iterations(const Stmt *statement) const {
  const auto *loop = dyn_cast<ForStmt>(statement);
  if (!loop || !loop->getCond())
    return 0;
  const auto *compare = dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts());
  const auto from = integerOf(counterOf(loop).second, unit_.context);
  const auto to = compare ? integerOf(compare->getRHS(), unit_.context) : std::nullopt;
  if (!from || !to || stepsWide(loop, unit_.context))
    return 0;
  const std::int64_t span = *to > *from ? *to - *from : *from - *to;
  return span > 0 && span < UINT32_MAX ? static_cast<std::uint32_t>(span) : 0;
}

void LocalFlow::give(const Expr *target, const Expr *value) {
  const VarDecl *variable = changedBy(target);
  if (variable && variable->hasLocalStorage() && isa<DeclRefExpr>(target->IgnoreParens()))
    values_[variable].given.push_back(value);
}

void LocalFlow::noteValue(const VarDecl *variable) {
  if (variable->getInit() && variable->hasLocalStorage())
    values_[variable->getCanonicalDecl()].given.push_back(variable->getInit());
}

void LocalFlow::step(const Expr *target) {
  if (const VarDecl *variable = changedBy(target))
    values_[variable].stepped = true;
}

/// Whether the statement starts a thread that still runs in the loop's next iteration.
bool LocalFlow::startsThread(const Stmt *statement) const {
  if (const auto *call = dyn_cast<CallExpr>(statement)) {
    const StartCalls starts = startsOf(unit_, call);
    return starts.empty() ? startsArgument(unit_, call) : starts.front().kind == StartKind::Thread;
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(statement))
    return made->getNumArgs() > 0 && classOf(made) == TypeClass::Thread &&
           !made->getConstructor()->isCopyOrMoveConstructor();
  return false;
}

void LocalFlow::noteCounter(const Stmt *loop, Provenance kind) {
  if (const auto *counted = dyn_cast<ForStmt>(loop)) {
    const auto [variable, first] = counterOf(counted);
    if (!variable)
      return;
    setCounter(variable, {kind, loop, first, nullptr, stepsWide(counted, unit_.context)});
  } else if (const auto *range = dyn_cast<CXXForRangeStmt>(loop)) {
    if (const VarDecl *variable = range->getLoopVariable())
      setCounter(variable->getCanonicalDecl(), {kind, loop, nullptr, range->getRangeInit(), false});
  }
}

void LocalFlow::visitLoop(const Stmt *loop) {
  if (!isLoop(loop))
    return visitChildren(loop);
  if (!shared_.contains(loop))
    noteCounter(loop, Provenance::Loop);
  loops_.push_back(loop);
  visitChildren(loop);
  loops_.pop_back();
}

void LocalFlow::visitChildren(const Stmt *statement) {
  forEachPart(statement, [this](const Stmt *child) { visit(child); });
}

void LocalFlow::visit(const Stmt *statement) {
  if (!statement)
    return;
  statement = innermostPart(statement);
  if (isLeaf(statement))
    return;
  if (startsThread(statement))
    for (const Stmt *loop : loops_)
      noteCounter(loop, Provenance::SpawnLoop);
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    noteParallelLoops(directive);
    if (directive->hasAssociatedStmt())
      visit(directive->getRawStmt());
    return;
  }
  if (const auto *lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr *init : lambda->capture_inits())
      visit(init);
    for (const LambdaCapture &capture : lambda->captures())
      if (lambda->isInitCapture(&capture)) // `[own = workers[i].get()]`
        noteValue(cast<VarDecl>(capture.getCapturedVar()));
    if (const CXXMethodDecl *body = bodyOf(lambda))
      visit(body->getBody());
    return;
  }
  if (const auto *decls = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *decl : decls->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl))
        noteValue(variable);
  } else if (const auto *binary = dyn_cast<BinaryOperator>(statement)) {
    if (binary->getOpcode() == BO_Assign)
      give(binary->getLHS(), binary->getRHS());
    else if (binary->isCompoundAssignmentOp())
      step(binary->getLHS());
  } else if (const auto *unary = dyn_cast<UnaryOperator>(statement)) {
    if (unary->isIncrementDecrementOp())
      step(unary->getSubExpr());
  } else if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
    return visitLoop(statement);
  else if (const auto *atomic = dyn_cast<AtomicExpr>(statement))
    noteFound(atomic);
  else if (const auto *call = dyn_cast<CallExpr>(statement)) {
    noteAssigned(call);
    noteFilled(call);
  }
  visitChildren(statement);
}

} // namespace fsfind::analyzer
