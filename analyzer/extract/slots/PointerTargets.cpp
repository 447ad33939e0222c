#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/flow/Callables.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/slots/ElementPointers.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>

/// To what variable, parameter or member code gives a pointer.
namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The parameter that gets the value, of a function that the unit defines; null if there is none.
const ParmVarDecl *parameterFor(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> arguments,
                                const Expr *value) {
  const FunctionDecl *definition = nullptr;
  if (!callee || !callee->hasBody(definition))
    return nullptr;
  for (unsigned i = 0; i < arguments.size() && i < definition->getNumParams(); ++i)
    if (arguments[i]->IgnoreParenImpCasts() == value->IgnoreParenImpCasts())
      return definition->getParamDecl(i);
  return nullptr;
}

bool takesBytes(const FunctionDecl *callee) {
  switch (callee->getBuiltinID()) {
  case Builtin::BImemset:
  case Builtin::BImemcpy:
  case Builtin::BImemmove:
  case Builtin::BImemcmp:
    return true;
  default:
    return false;
  }
}

} // namespace

PointerUse ElementPointers::given(const Expr *value, Path path, std::uint64_t there) const {
  const Stmt *outer = path.back();
  if (const auto *declarations = dyn_cast<DeclStmt>(outer)) {
    for (const Decl *one : declarations->decls())
      if (const auto *variable = dyn_cast<VarDecl>(one);
          variable && variable->getInit() &&
          variable->getInit()->IgnoreParenImpCasts() == value->IgnoreParenImpCasts())
        return PointerUse::givenTo(unit_.context, variable, value, there);
    return PointerUse::lost();
  }
  if (const auto *lambda = dyn_cast<LambdaExpr>(outer)) {
    for (const LambdaCapture &capture : lambda->captures())
      if (const auto *variable =
              capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
          variable && variable->isInitCapture() && variable->getInit() &&
          variable->getInit()->IgnoreParenImpCasts() == value->IgnoreParenImpCasts())
        return PointerUse::givenTo(unit_.context, variable, value, there);
    return PointerUse::lost();
  }
  if (const auto *list = dyn_cast<InitListExpr>(outer)) {
    if (!list->isSemanticForm())
      return PointerUse::lost();
    for (const auto &[field, given] : membersIn(list))
      if (given && given->IgnoreParenImpCasts() == value->IgnoreParenImpCasts())
        return PointerUse::givenTo(unit_.context, field, value, there);
    return PointerUse::lost();
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(outer)) {
    const bool view = unit_.inSystemHeader(made->getConstructor()->getLocation()) &&
                      !startOf(unit_, made) && value->getType()->isPointerType();
    return view ? PointerUse::foreign(scopedName(made->getConstructor()->getParent()))
                : started(value, made, there);
  }
  if (const auto *call = dyn_cast<CallExpr>(outer))
    return passed(value, call, there);
  return PointerUse::lost();
}

template <class Call>
PointerUse ElementPointers::started(const Expr *value, const Call *call,
                                    std::uint64_t there) const {
  const auto start = startOf(unit_, call);
  if (!start || start->by_index || !start->callable.bound.empty())
    return PointerUse::lost();
  const ParmVarDecl *parameter = parameterFor(start->callable.function, start->arguments, value);
  if (!parameter)
    return PointerUse::lost();
  PointerUse use = PointerUse::givenTo(unit_.context, parameter, value, there);
  use.starts = true;
  return use;
}

PointerUse ElementPointers::passed(const Expr *value, const CallExpr *call,
                                   std::uint64_t there) const {
  if (startOf(unit_, call))
    return started(value, call, there);
  const FunctionDecl *callee = call->getDirectCallee();
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || (method && method->isVirtual()))
    return PointerUse::lost();
  if (callee->hasAttr<FormatAttr>())
    return {};
  if (callee->getBuiltinID() != 0 || unit_.inSystemHeader(callee->getLocation()))
    return passedToLibrary(value, call, there);
  const auto arguments = argumentsOf(call);
  const ParmVarDecl *parameter = parameterFor(callee, arguments, value);
  if (!parameter)
    return PointerUse::lost();
  PointerUse use = PointerUse::givenTo(unit_.context, parameter, value, there);
  use.arguments = arguments;
  return use;
}

PointerUse ElementPointers::passedToLibrary(const Expr *value, const CallExpr *call,
                                            std::uint64_t there) const {
  const auto *callee = call->getDirectCallee();
  const QualType unit = ledTo(unit_.context, value->IgnoreParenCasts()->getType());
  if (value->isGLValue() || unit->isRecordType()) // by its type one of them: a lock
    return {};
  const auto bytes = sizeOf(unit_.context, unit);
  if (takesBytes(callee) && call->getNumArgs() == 3 && bytes) {
    PointerUse use;
    use.kind = PointerUse::Kind::Counted;
    use.index = call->getArg(2);
    use.unit = *bytes;
    use.there = there;
    return use;
  }
  const bool atomic =
      callee->getBuiltinID() != 0 && callee->getIdentifier() && callee->getName().starts_with("__");
  return atomic ? PointerUse() : PointerUse::foreign(nameOf(callee));
}

} // namespace fsfind::analyzer
