#include "analyzer/extract/flow/Callables.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/PassedCallables.h"

#include <clang/AST/ASTLambda.h>
#include <clang/AST/DeclTemplate.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

const CXXMethodDecl *instanceOf(const CXXMethodDecl *method) {
  const FunctionTemplateDecl *pattern = method->getDescribedFunctionTemplate();
  if (!pattern)
    return method;
  for (const FunctionDecl *instance : pattern->specializations())
    if (instance->hasBody())
      return cast<CXXMethodDecl>(instance);
  return method;
}

/// The operator() of a class; null if there is none.
const CXXMethodDecl *callOperator(const CXXRecordDecl *record) {
  if (!record || !record->hasDefinition())
    return nullptr;
  if (record->isLambda()) {
    const CXXMethodDecl *method = record->getLambdaCallOperator();
    return method ? instanceOf(method) : nullptr;
  }
  if (record->isInStdNamespace())
    return nullptr;
  for (const CXXMethodDecl *method : record->methods())
    if (method->getOverloadedOperator() == OO_Call)
      return method;
  return nullptr;
}

} // namespace

const CXXMethodDecl *bodyOf(const LambdaExpr *lambda) {
  const CXXMethodDecl *method = lambda->getCallOperator();
  method = method ? instanceOf(method) : nullptr;
  return method && method->hasBody() ? method : nullptr;
}

TypeClass classOf(const CXXConstructExpr *made) {
  return classOf(made->getConstructor()->getParent(), Knowledge::builtIn());
}

std::optional<Callable> callableOf(const Expr *expression) {
  expression = stripped(expression);
  if (!isTyped(expression) || (expression->isTypeDependent() && !isa<LambdaExpr>(expression)))
    return std::nullopt;
  if (const auto *address = dyn_cast<UnaryOperator>(expression);
      address && address->getOpcode() == UO_AddrOf)
    expression = stripped(address->getSubExpr());
  Callable callable;
  if (const auto *lambda = dyn_cast<LambdaExpr>(expression)) {
    callable.function = bodyOf(lambda);
    return callable.function ? std::optional(callable) : std::nullopt;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    if (const auto *function = dyn_cast<FunctionDecl>(name->getDecl())) {
      const auto *method = dyn_cast<CXXMethodDecl>(function);
      callable.function = function;
      callable.object_follows = method && !method->isStatic();
      return callable;
    }
  if (const auto *bind = dyn_cast<CallExpr>(expression))
    if (const FunctionDecl *callee = bind->getDirectCallee();
        callee && callee->getDeclName().isIdentifier() && callee->getName() == "bind" &&
        bind->getNumArgs() > 0)
      if (auto inner = callableOf(bind->getArg(0))) {
        for (unsigned at = 1; at < bind->getNumArgs(); ++at)
          inner->bound.push_back(bind->getArg(at));
        return inner;
      }
  if (const CXXMethodDecl *method = callOperator(expression->getType()->getAsCXXRecordDecl())) {
    callable.function = method;
    if (!method->getParent()->isLambda())
      callable.object = expression;
    return callable;
  }
  return std::nullopt;
}

namespace {

void takeObject(StartCall &start) {
  auto &callable = start.callable;
  if (!callable.bound.empty())
    start.arguments.assign(callable.bound.begin(), callable.bound.end());
  if (callable.object_follows && !start.arguments.empty()) {
    callable.object = start.arguments.front();
    start.arguments.erase(start.arguments.begin());
  }
}

std::string classAround(const CallExpr *call, const FunctionDecl *callee) {
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  const CXXRecordDecl *record = member ? member->getRecordDecl() : nullptr;
  if (!record)
    if (const auto *method = dyn_cast<CXXMethodDecl>(callee))
      record = method->getParent();
  return record ? plainName(record) : std::string();
}

/// `threads.emplace_back(f, x)`. `push_back(std::thread(f))` is found as the construction of a
/// thread.
bool isThreadEmplacement(const CallExpr *call, const FunctionDecl *callee) {
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  if (!member || !callee->getDeclName().isIdentifier() || !callee->getName().starts_with("emplace"))
    return false;
  const QualType element = templateArgument(member->getRecordDecl(), 0);
  return !element.isNull() && classOf(element, Knowledge::builtIn()) == TypeClass::Thread;
}

bool hasExecutionPolicy(const CallExpr *call, const FunctionDecl *callee) {
  if (!callee->isInStdNamespace() || call->getNumArgs() < 2)
    return false;
  const CXXRecordDecl *policy = call->getArg(0)->getType()->getAsCXXRecordDecl();
  const std::string name = policy ? plainName(policy) : std::string();
  return name == "parallel_policy" || name == "parallel_unsequenced_policy";
}

/// What the callee makes of its arguments, if it starts something.
std::optional<Starter> starterOf(Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || call->getNumArgs() == 0)
    return std::nullopt;
  if (isThreadEmplacement(call, callee))
    return Starter{};
  if (hasExecutionPolicy(call, callee))
    return Starter{-1, -1, true, false, true};
  const CalleeMeaning &meaning = unit.meaning(callee);
  return isa<CXXMethodDecl>(callee)
             ? starterOf(meaning.name, classAround(call, callee), unit.knowledge)
             : meaning.starter;
}

/// That callable, which is argument `at` or leads there.
StartCall startWith(Unit &unit, const Starter &starter, const CallExpr *call, Callable callable,
                    int at) {
  StartCall start;
  start.how = unit.meaning(call->getDirectCallee()).name;
  start.kind = starter.waits ? StartKind::Algorithm : StartKind::Thread;
  start.many = starter.many;
  start.own_thread = starter.own;
  start.by_index = starter.many;
  start.callable = std::move(callable);
  const int first = starter.argument >= 0 ? starter.argument : at + 1;
  for (int i = first; i < static_cast<int>(call->getNumArgs()); ++i)
    start.arguments.push_back(call->getArg(static_cast<unsigned>(i)));
  takeObject(start);
  return start;
}

StartCall startWith(const CXXConstructExpr *made, Callable callable) {
  StartCall start;
  start.callable = std::move(callable);
  start.how = scopedName(made->getConstructor()->getParent());
  start.own_thread = true;
  for (unsigned i = 1; i < made->getNumArgs(); ++i)
    if (!isa<CXXDefaultArgExpr>(made->getArg(i)))
      start.arguments.push_back(made->getArg(i));
  takeObject(start);
  return start;
}

bool makesThread(const CXXConstructExpr *made) {
  return made->getNumArgs() != 0 && classOf(made) == TypeClass::Thread &&
         !made->getConstructor()->isCopyOrMoveConstructor();
}

/// The arguments, by position, of which one can be the callable.
std::vector<int> callablesAt(const Starter &starter, const CallExpr *call) {
  const int count = static_cast<int>(call->getNumArgs());
  std::vector<int> all;
  for (int i = 0; i < count; ++i)
    if (starter.callable < 0 || starter.callable == i)
      all.push_back(i);
  return all;
}

std::optional<StartCall> startOf(Unit &unit, const Starter &starter, const CallExpr *call) {
  for (const int at : callablesAt(starter, call))
    if (auto callable = callableOf(call->getArg(static_cast<unsigned>(at))))
      return startWith(unit, starter, call, std::move(*callable), at);
  return std::nullopt;
}

} // namespace

std::optional<StartCall> startOf(Unit &unit, const CallExpr *call) {
  const auto starter = starterOf(unit, call);
  return starter ? startOf(unit, *starter, call) : std::nullopt;
}

std::optional<StartCall> startOf(Unit &, const CXXConstructExpr *made) {
  if (!makesThread(made))
    return std::nullopt;
  auto callable = callableOf(made->getArg(0));
  return callable ? std::optional(startWith(made, std::move(*callable))) : std::nullopt;
}

llvm::SmallVector<const Expr *, 4> startable(Unit &unit, const CallExpr *call) {
  llvm::SmallVector<const Expr *, 4> all;
  if (const auto starter = starterOf(unit, call))
    for (const int at : callablesAt(*starter, call))
      all.push_back(call->getArg(static_cast<unsigned>(at)));
  return all;
}

llvm::SmallVector<const Expr *, 4> startable(Unit &, const CXXConstructExpr *made) {
  if (!makesThread(made))
    return {};
  return {made->getArg(0)};
}

StartCalls startsOf(Unit &unit, const CallExpr *call) {
  const auto starter = starterOf(unit, call);
  if (!starter)
    return {};
  if (auto start = startOf(unit, *starter, call))
    return {std::move(*start)};
  StartCalls starts;
  for (const int at : callablesAt(*starter, call))
    for (Callable &one : passedCallables(unit, call->getArg(static_cast<unsigned>(at))))
      starts.push_back(startWith(unit, *starter, call, std::move(one), at));
  return starts;
}

StartCalls startsOf(Unit &unit, const CXXConstructExpr *made) {
  if (auto start = startOf(unit, made))
    return {std::move(*start)};
  StartCalls starts;
  if (makesThread(made))
    for (Callable &one : passedCallables(unit, made->getArg(0)))
      starts.push_back(startWith(made, std::move(one)));
  return starts;
}

} // namespace fsfind::analyzer
