#include "analyzer/extract/flow/Expressions.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isPassingOn(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || call->getNumArgs() != 1 || !callee->isInStdNamespace() ||
      !callee->getDeclName().isIdentifier())
    return false;
  const llvm::StringRef name = callee->getName();
  return name == "move" || name == "forward" || name == "ref" || name == "cref" ||
         name == "addressof" || name == "launder" || name == "mem_fn" || name == "as_const";
}

} // namespace

bool isStdFunction(const CXXRecordDecl *record) {
  return record->isInStdNamespace() && plainName(record) == "function";
}

const Expr *stripped(const Expr *expression) {
  while (expression) {
    const Expr *next = expression->IgnoreParenImpCasts();
    if (const auto *cast = dyn_cast<ExplicitCastExpr>(next))
      next = cast->getSubExpr();
    else if (const auto *made = dyn_cast<CXXConstructExpr>(next);
             made && made->getNumArgs() == 1 && !made->isListInitialization() &&
             (made->getConstructor()->isCopyOrMoveConstructor() ||
              isStdFunction(made->getConstructor()->getParent())))
      next = made->getArg(0);
    else if (const auto *full = dyn_cast<FullExpr>(next))
      next = full->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(next))
      next = temporary->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(next))
      next = bound->getSubExpr();
    else if (const auto *call = dyn_cast<CallExpr>(next); call && isPassingOn(call))
      next = call->getArg(0);
    if (next == expression)
      return expression;
    expression = next;
  }
  return expression;
}

const VarDecl *namedVariable(const Expr *expression) {
  if (!expression)
    return nullptr;
  const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParenCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable ? variable->getCanonicalDecl() : nullptr;
}

const Expr *resultOf(const Expr *expression) {
  const auto *block = dyn_cast<StmtExpr>(expression);
  const CompoundStmt *body = block ? block->getSubStmt() : nullptr;
  return body && !body->body_empty() ? dyn_cast<Expr>(body->body_back()) : nullptr;
}

std::optional<std::int64_t> integerOf(const Expr *expression, const ASTContext &context) {
  const auto value = integerValue(expression, context);
  return value ? value->tryExtValue() : std::nullopt; // none for values of more than 64 bits
}

std::uint64_t constantOf(const Expr *expression, const ASTContext &context) {
  return static_cast<std::uint64_t>(integerOf(expression, context).value_or(0));
}

llvm::SmallVector<std::pair<const FieldDecl *, const Expr *>, 8>
membersIn(const InitListExpr *list) {
  llvm::SmallVector<std::pair<const FieldDecl *, const Expr *>, 8> members;
  const RecordDecl *record = isTyped(list) ? list->getType()->getAsRecordDecl() : nullptr;
  if (!record || record->isUnion())
    return members;
  auto at = static_cast<unsigned>(basesOf(dyn_cast<CXXRecordDecl>(record)).size());
  for (const FieldDecl *field : record->fields()) {
    if (field->isBitField() && !field->getDeclName())
      continue; // it has no value
    if (at >= list->getNumInits())
      break;
    members.emplace_back(field, list->getInit(at++));
  }
  return members;
}

const Expr *objectOf(const CallExpr *call) {
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
    return member->getImplicitObjectArgument();
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call))
    if (isa_and_nonnull<CXXMethodDecl>(operation->getDirectCallee()) && operation->getNumArgs() > 0)
      return operation->getArg(0);
  return nullptr;
}

namespace {

bool isBitset(const DeclContext *context) {
  const auto *record = dyn_cast<RecordDecl>(context);
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "bitset";
}

} // namespace

bool changesBits(const FunctionDecl *method) {
  const auto *of = dyn_cast_or_null<CXXMethodDecl>(method);
  if (!of || !isBitset(of->getParent()))
    return false;
  if (!of->getDeclName().isIdentifier())
    return of->isOverloadedOperator() && !of->isConst() &&
           of->getOverloadedOperator() != OO_Subscript;
  return of->getName() == "set" || of->getName() == "reset" || of->getName() == "flip";
}

bool isBit(QualType type) {
  const RecordDecl *record = type.isNull() ? nullptr : type->getAsRecordDecl();
  if (!record || !record->getIdentifier())
    return false;
  const llvm::StringRef name = record->getName();
  return name == "reference" ? isBitset(record->getDeclContext())
                             : record->isInStdNamespace() &&
                                   (name == "_Bit_reference" || name == "__bit_reference");
}

llvm::ArrayRef<const Expr *> argumentsOf(const CallExpr *call) {
  llvm::ArrayRef<const Expr *> all(call->getArgs(), call->getNumArgs());
  const bool has_object = isa<CXXOperatorCallExpr>(call) && objectOf(call) != nullptr;
  return has_object ? all.drop_front() : all;
}

} // namespace fsfind::analyzer
