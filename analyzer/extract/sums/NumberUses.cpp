#include "analyzer/extract/sums/NumberUses.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Parts.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprOpenMP.h>
#include <clang/AST/OpenMPClause.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Longer chains of references, and deeper records, are not followed.
constexpr unsigned kDepth = 8;

/// A conversion that leads to the same object.
bool keepsObject(const Stmt *statement) {
  if (isa<ParenExpr>(statement))
    return true;
  const auto *cast = dyn_cast<ImplicitCastExpr>(statement);
  return cast && (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_DerivedToBase ||
                  cast->getCastKind() == CK_UncheckedDerivedToBase);
}

const Expr *sameObject(const Expr *expression) {
  while (expression && keepsObject(expression))
    expression = cast<Expr>(*expression->child_begin());
  return expression;
}

const ValueDecl *declaredWithin(const Expr *lvalue, unsigned depth) {
  lvalue = sameObject(lvalue);
  if (!lvalue || depth > kDepth)
    return nullptr;
  if (const auto *member = dyn_cast<MemberExpr>(lvalue))
    return isa<FieldDecl, VarDecl>(member->getMemberDecl())
               ? cast<ValueDecl>(member->getMemberDecl()->getCanonicalDecl())
               : nullptr;
  const auto *name = dyn_cast<DeclRefExpr>(lvalue);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!variable)
    return nullptr;
  if (!variable->getType()->isReferenceType())
    return variable->getCanonicalDecl();
  return variable->isLocalVarDecl() ? declaredWithin(variable->getInit(), depth + 1) : nullptr;
}

/// Numbers, pointers, and atomics of both.
bool holdsNumber(QualType type, const Knowledge &known) {
  if (type.isNull() || type->isDependentType())
    return false;
  return type->isScalarType() || type->isAtomicType() ||
         (type->isRecordType() && classOf(type, known) == TypeClass::Atomic);
}

void addMembers(Unit &unit, const RecordDecl *record, unsigned depth) {
  const RecordDecl *definition = record ? record->getDefinition() : nullptr;
  if (!definition || depth > kDepth)
    return;
  for (const CXXBaseSpecifier &base : basesOf(dyn_cast<CXXRecordDecl>(definition)))
    addMembers(unit, base.getType()->getAsRecordDecl(), depth + 1);
  for (const FieldDecl *field : definition->fields()) {
    const QualType type = unit.context.getBaseElementType(field->getType());
    if (holdsNumber(type, unit.knowledge))
      unit.untraced.insert(field->getCanonicalDecl());
    else if (type->isRecordType())
      addMembers(unit, type->getAsRecordDecl(), depth + 1);
  }
}

} // namespace

const ValueDecl *declaredBy(const Expr *lvalue) {
  return declaredWithin(lvalue, 0);
}

std::string keyOfNumber(Unit &unit, const ValueDecl *declared) {
  const auto *variable = dyn_cast<VarDecl>(declared);
  std::string key = usr(declared);
  if (key.empty() || (variable && variable->isLocalVarDeclOrParm()))
    return unit.keyOfPlace(declared->getLocation(), "number " + declared->getName().str());
  const auto *record = dyn_cast<RecordDecl>(declared->getDeclContext());
  if (record && !record->getIdentifier()) // in C, these share a USR
    key += unit.keyOfPlace(declared->getLocation(), "");
  return key;
}

void NumberUses::readFunction(const FunctionDecl *function) {
  for (const ParmVarDecl *parameter : function->parameters())
    if (parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() &&
        !parameter->hasUnparsedDefaultArg())
      visit(parameter->getDefaultArg());
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *one : constructor->inits())
      visit(one->getInit());
  visit(function->getBody());
}

void NumberUses::visitParts(const Stmt *statement) {
  path_.push_back(statement);
  forEachPart(statement, [this](const Stmt *part) { visit(part); });
  path_.pop_back();
}

void NumberUses::visit(const Stmt *statement) {
  if (!statement || isa<UnaryExprOrTypeTraitExpr>(statement))
    return;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    return visitDeclarations(declarations);
  if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
    return visitLambda(lambda);
  if (const auto *region = dyn_cast<CapturedStmt>(statement))
    return visit(region->getCapturedStmt());
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    path_.push_back(directive);
    for (const OMPClause *clause : directive->clauses())
      if (clause && !isa<OMPSharedClause>(clause))
        for (const Stmt *part : clause->children())
          visit(part);
    path_.pop_back();
  }
  if (const auto *expression = dyn_cast<Expr>(statement))
    see(expression);
  visitParts(statement);
}

/// A local reference to a number is another name of it, and its own uses tell.
void NumberUses::visitDeclarations(const DeclStmt *declarations) {
  path_.push_back(declarations);
  for (const Decl *decl : declarations->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    const Expr *value = variable ? variable->getInit() : nullptr;
    const bool renames = value && variable->getType()->isReferenceType() &&
                         variable->hasLocalStorage() && declaredBy(value);
    if (!renames)
      visit(value);
    else if (const auto *member = dyn_cast<MemberExpr>(sameObject(value)))
      visit(member->getBase());
    if (const auto *parts = dyn_cast<DecompositionDecl>(decl))
      for (const BindingDecl *part : parts->bindings())
        if (const ValueDecl *declared = declaredBy(part->getBinding()))
          unit_.untraced.insert(declared);
    if (const auto *record = dyn_cast<CXXRecordDecl>(decl))
      for (const CXXMethodDecl *method : record->methods())
        if (method->doesThisDeclarationHaveABody())
          readFunction(method);
  }
  path_.pop_back();
}

void NumberUses::visitLambda(const LambdaExpr *lambda) {
  path_.push_back(lambda);
  for (const LambdaCapture &capture : lambda->captures())
    if (capture.capturesVariable())
      if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar());
          variable && variable->isInitCapture())
        visit(variable->getInit());
  visit(lambda->getBody());
  path_.pop_back();
}

void NumberUses::see(const Expr *expression) {
  if (isa<DeclRefExpr, MemberExpr>(expression))
    if (const ValueDecl *declared = declaredBy(expression))
      return seeName(expression, declared);
  if (const auto *offset = dyn_cast<OffsetOfExpr>(expression))
    for (unsigned i = 0; i < offset->getNumComponents(); ++i)
      if (offset->getComponent(i).getKind() == OffsetOfNode::Field)
        unit_.untraced.insert(offset->getComponent(i).getField()->getCanonicalDecl());
  if (const auto *member = dyn_cast<UnaryOperator>(expression);
      member && member->getOpcode() == UO_AddrOf)
    if (const auto *name = dyn_cast<DeclRefExpr>(member->getSubExpr()->IgnoreParens()))
      if (const auto *field = dyn_cast<FieldDecl>(name->getDecl())) // `&Stats::hits`
        unit_.untraced.insert(field->getCanonicalDecl());
  seeCopy(expression);
}

/// Objects that C++ copies as a whole without a function of the program; those of C are noted as
/// accesses.
void NumberUses::seeCopy(const Expr *expression) {
  if (const auto *made = dyn_cast<CXXConstructExpr>(expression)) {
    const CXXConstructorDecl *by = made->getConstructor();
    if (by->isCopyOrMoveConstructor() && !by->isUserProvided() && !made->isElidable())
      addMembers(unit_, by->getParent(), 0);
  } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression)) {
    const auto *by = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (by && (by->isCopyAssignmentOperator() || by->isMoveAssignmentOperator()) &&
        !by->isUserProvided())
      addMembers(unit_, by->getParent(), 0);
  }
}

bool NumberUses::isOfInterest(const ValueDecl *declared) {
  const auto [known, fresh] = of_interest_.try_emplace(declared, false);
  if (fresh)
    known->second = holdsNumber(declared->getType(), unit_.knowledge);
  return known->second;
}

void NumberUses::seeName(const Expr *name, const ValueDecl *declared) {
  const auto *reference = dyn_cast<DeclRefExpr>(name);
  const bool enclosing = reference && reference->refersToEnclosingVariableOrCapture();
  const bool told = unit_.untraced.contains(declared); // as most are that are used often
  if ((told && !enclosing) || !isOfInterest(declared))
    return;
  if (!told && !isAccess(name))
    unit_.untraced.insert(declared);
  if (!enclosing)
    return;
  std::size_t level = path_.size();
  const Expr *child = name;
  const Stmt *outer = around(child, level);
  const auto *unary = dyn_cast_or_null<UnaryOperator>(outer);
  const auto *binary = dyn_cast_or_null<BinaryOperator>(outer);
  if ((unary && unary->isIncrementDecrementOp()) ||
      (binary && binary->isAssignmentOp() && binary->getLHS() == child))
    unit_.changed_inside.insert(declared);
}

const Stmt *NumberUses::around(const Expr *&child, std::size_t &level) const {
  while (level > 0) {
    const Stmt *outer = path_[--level];
    if (!keepsObject(outer))
      return outer;
    child = cast<Expr>(outer);
  }
  return nullptr;
}

bool NumberUses::isAccess(const Expr *name) const {
  std::size_t level = path_.size();
  const Expr *child = name;
  const Stmt *outer = around(child, level);
  if (!outer)
    return false;
  if (const auto *cast = dyn_cast<CastExpr>(outer))
    return cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_ToVoid;
  if (const auto *unary = dyn_cast<UnaryOperator>(outer))
    return unary->isIncrementDecrementOp() ||
           (unary->getOpcode() == UO_AddrOf && isAtomicArgument(unary, level));
  if (const auto *binary = dyn_cast<BinaryOperator>(outer))
    return binary->isAssignmentOp() && binary->getLHS() == child;
  const auto *method = dyn_cast<MemberExpr>(outer);
  const auto *call = dyn_cast<CXXOperatorCallExpr>(outer);
  const bool operates = method ? isa<CXXMethodDecl>(method->getMemberDecl())
                               : call && call->getNumArgs() > 0 && call->getArg(0) == child;
  return operates && classOf(name->getType(), unit_.knowledge) == TypeClass::Atomic;
}

/// `&hits` as what an atomic operation works on.
bool NumberUses::isAtomicArgument(const Expr *address, std::size_t level) const {
  const Stmt *outer = nullptr;
  while (level > 0 && isa<ParenExpr, CastExpr>(outer = path_[--level]))
    address = cast<Expr>(outer);
  if (const auto *atomic = dyn_cast_or_null<AtomicExpr>(outer))
    return atomic->getPtr() == address;
  const auto *call = dyn_cast_or_null<CallExpr>(outer);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && call->getNumArgs() > 0 && call->getArg(0) == address &&
         unit_.meaning(callee).atomic.has_value();
}

void NumberUses::settle(Unit &unit) {
  auto &keys = unit.facts.untraced;
  for (const ValueDecl *declared : unit.untraced) {
    const auto *variable = dyn_cast<VarDecl>(declared);
    const bool known_elsewhere = !variable || !variable->isLocalVarDeclOrParm();
    if ((known_elsewhere && !unit.inSystemHeader(declared->getLocation())) ||
        unit.summed.contains(declared))
      keys.push_back(keyOfNumber(unit, declared));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

} // namespace fsfind::analyzer
