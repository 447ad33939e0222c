#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Callables.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/slots/SlotUses.h"
#include "analyzer/extract/slots/SlotValues.h"

#include <clang/AST/ASTLambda.h>

/// Arrays that code hands on as a whole: to parameters, to references and pointers, to threads.
namespace fsfind::analyzer {

using namespace clang;

namespace {

/// How an expression hands on an array.
enum class Form : std::uint8_t { Itself, Address, Data };

struct Whole {
  const Expr *name = nullptr; ///< of the array; null: it is something else
  Form form = Form::Itself;
};

bool isOfStd(const CallExpr *call, llvm::ArrayRef<llvm::StringRef> names) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->isInStdNamespace() && callee->getIdentifier() &&
         llvm::is_contained(names, callee->getName());
}

/// `counts`, `&counts`, `counts.data()`, `std::ref(counts)`.
Whole wholeIn(const Expr *value) {
  value = asWritten(value);
  if (const auto *method = dyn_cast<CXXMemberCallExpr>(value)) {
    const CXXMethodDecl *callee = method->getMethodDecl();
    const bool data = callee && callee->getIdentifier() &&
                      callee->getParent()->isInStdNamespace() &&
                      (callee->getName() == "data" || callee->getName() == "get");
    if (data && method->getNumArgs() == 0)
      return {asWritten(method->getImplicitObjectArgument()), Form::Data};
  }
  if (const auto *call = dyn_cast<CallExpr>(value);
      call && call->getNumArgs() == 1 && isOfStd(call, {"ref", "cref"}))
    return {asWritten(call->getArg(0)), Form::Itself};
  if (const auto *address = dyn_cast<UnaryOperator>(value);
      address && address->getOpcode() == UO_AddrOf)
    return {asWritten(address->getSubExpr()), Form::Address};
  return {value, Form::Itself};
}

bool isPointer(const SlotType &type) {
  return type.holder == SlotHolder::Pointer && !type.indirect;
}

/// Whether `to` gets the elements of `from`, which stay where they are.
bool fits(const ASTContext &context, const SlotType &from, const SlotType &to, Form form) {
  if (from.element->isArrayType() || to.element->isArrayType() ||
      !context.hasSameUnqualifiedType(from.element, to.element))
    return false;
  switch (form) {
  case Form::Itself:
    if (isPointer(to))
      return isPointer(from) || from.holder == SlotHolder::Array;
    return to.view && from.holder == to.holder && from.indirect == to.indirect;
  case Form::Address:
    return to.indirect && !from.indirect && from.holder == to.holder;
  case Form::Data:
    return isPointer(to) && !from.indirect &&
           (from.holder == SlotHolder::Vector || from.holder == SlotHolder::StdArray ||
            from.holder == SlotHolder::Owner);
  }
  return false;
}

/// The lambda's parameters are those of the function; null if it is none.
const FunctionDecl *bodyOf(const Expr *expression) {
  const CXXRecordDecl *record = expression->getType()->getAsCXXRecordDecl();
  return record && record->isLambda() ? record->getLambdaCallOperator() : nullptr;
}

} // namespace

bool SlotUses::give(SlotsDraft &to, const Expr *value) {
  if (!isTyped(value))
    return false;
  const Whole whole = wholeIn(value);
  SlotsDraft *from = whole.name ? slots_.of(holderIn(whole.name)) : nullptr;
  if (!from || !fits(unit_.context, from->type, to.type, whole.form))
    return false;
  settled_.insert(whole.name);
  Slots::link(*from, to);
  return true;
}

void SlotUses::giveOnly(SlotsDraft &to, const Expr *value) {
  if (!give(to, value) && !(isTyped(value) && isNullPointer(unit_, value)))
    refuse(to, "it stands for something else, too");
}

void SlotUses::seeArguments(const FunctionDecl *function, llvm::ArrayRef<const Expr *> arguments) {
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    SlotsDraft *parameter = slots_.of(function->getParamDecl(i));
    if (!parameter)
      continue;
    const Expr *given = i < arguments.size() ? arguments[i] : nullptr;
    if (const auto *unsaid = dyn_cast_or_null<CXXDefaultArgExpr>(given))
      given = unsaid->getExpr();
    if (given)
      giveOnly(*parameter, given);
    else
      refuse(*parameter, "it stands for something else, too");
  }
}

/// What the threads run gets the arguments behind it.
void SlotUses::seeStart(const FunctionDecl *function, llvm::ArrayRef<const Expr *> arguments,
                        const Expr *call) {
  seeArguments(function, arguments);
  for (const Stmt *part : call->children()) {
    const Expr *given = dyn_cast_or_null<Expr>(part);
    if (!given)
      continue;
    given = stripped(given);
    if (const auto *address = dyn_cast<UnaryOperator>(given))
      given = stripped(address->getSubExpr());
    if (namedBy(given) == function->getCanonicalDecl() || bodyOf(given) == function)
      settled_.insert(given);
  }
}

void SlotUses::seeCall(const Expr *expression) {
  if (const auto *made = dyn_cast<CXXConstructExpr>(expression)) {
    if (const auto start = startOf(unit_, made))
      return seeStart(start->callable.function, start->arguments, made);
    return seeArguments(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
  }
  const auto *call = dyn_cast<CallExpr>(expression);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee)
    return;
  if (!unit_.inSystemHeader(callee->getLocation()))
    return seeArguments(callee, argumentsOf(call));
  if (const auto start = startOf(unit_, call);
      start && start->own_thread && !callee->isExternC()) // which gives another type to functions
    seeStart(start->callable.function, start->arguments, call);
  seeAlgorithm(call);
}

void SlotUses::seeFunction(const Expr *name, const FunctionDecl *function) {
  const auto *call = dyn_cast_or_null<CallExpr>(around(path_.size()).first);
  const bool called =
      settled_.contains(name) || (call && call->getCallee()->IgnoreParenImpCasts() == name);
  if (SlotsDraft *result = slots_.of(function)) {
    result->mentions.insert(unit_.sources.getFileLoc(nameIn(name)));
    if (!called)
      refuse(*result, "the function that returns it is called by a pointer");
  }
  for (const ParmVarDecl *one : function->parameters())
    if (SlotsDraft *parameter = slots_.of(one)) {
      parameter->mentions.insert(unit_.sources.getFileLoc(nameIn(name)));
      if (!called)
        refuse(*parameter, "its function is called by a pointer");
    }
}

/// A lambda, or a variable that is one.
void SlotUses::seeLambda(const Expr *lambda) {
  const auto *call = dyn_cast_or_null<CXXOperatorCallExpr>(around(path_.size()).first);
  const FunctionDecl *body = bodyOf(lambda);
  if (!body || settled_.contains(lambda) ||
      (call && call->getOperator() == OO_Call && call->getArg(0)->IgnoreParenImpCasts() == lambda))
    return;
  for (const ParmVarDecl *one : body->parameters())
    if (SlotsDraft *parameter = slots_.of(one))
      refuse(*parameter, "its function is handed on");
}

} // namespace fsfind::analyzer
