#include "analyzer/extract/slots/SlotUses.h"

#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Parts.h"
#include "analyzer/extract/slots/SlotValues.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprOpenMP.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <llvm/Support/SaveAndRestore.h>

namespace fsfind::analyzer {

using namespace clang;

void SlotUses::readFunction(const FunctionDecl *function) {
  const llvm::SaveAndRestore inside(function_, function);
  slots_.names().see(function);
  for (const ParmVarDecl *parameter : function->parameters())
    if (parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() &&
        !parameter->hasUnparsedDefaultArg())
      visit(parameter->getDefaultArg());
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *one : constructor->inits()) {
      if (one->isAnyMemberInitializer() && one->isWritten())
        readInitialiser(one->getAnyMember(), one->getInit(), one->getSourceLocation());
      else
        visit(one->getInit());
    }
  visit(function->getBody());
}

void SlotUses::readUncompiled(const Decl *decl) {
  const llvm::SaveAndRestore only(uncompiled_, true);
  if (const auto *member = dyn_cast<FieldDecl>(decl); member && member->hasInClassInitializer())
    readInitialiser(member, member->getInClassInitializer());
  if (const auto *function = dyn_cast<FunctionDecl>(decl);
      function && function->doesThisDeclarationHaveABody())
    readFunction(function);
}

void SlotUses::readInitialiser(const ValueDecl *declared, const Expr *value, SourceLocation at) {
  if (!value)
    return;
  SlotsDraft *draft = slots_.of(declared);
  if (draft && (draft->valued.insert(at).second || !uncompiled_)) {
    if (draft->type.view)
      giveOnly(*draft, value);
    else if (!give(*draft, value))
      readInitialValue(unit_, *draft, declared, value);
  }
  visit(value);
}

void SlotUses::visitParts(const Stmt *statement) {
  path_.push_back(statement);
  forEachPart(statement, [this](const Stmt *part) { visit(part); });
  path_.pop_back();
}

void SlotUses::visit(const Stmt *statement) {
  if (!statement)
    return;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    return visitDeclarations(declarations);
  if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
    return visitLambda(lambda);
  if (const auto *region = dyn_cast<CapturedStmt>(statement))
    return visit(region->getCapturedStmt());
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    visitClauses(directive);
  if (const auto *range = dyn_cast<CXXForRangeStmt>(statement))
    return visitRange(range);
  if (const auto *back = dyn_cast<ReturnStmt>(statement); back && function_) {
    slots_.pointers().ranges().seeReturned(function_, back->getRetValue());
    if (SlotsDraft *draft = back->getRetValue() ? slots_.of(function_) : nullptr)
      giveOnly(*draft, back->getRetValue());
  }
  if (const auto *expression = dyn_cast<Expr>(statement))
    see(expression);
  visitParts(statement);
}

void SlotUses::visitDeclarations(const DeclStmt *declarations) {
  path_.push_back(declarations);
  for (const Decl *decl : declarations->decls())
    if (const auto *variable = dyn_cast<VarDecl>(decl)) {
      (void)slots_.of(variable);
      slots_.pointers().ranges().see(variable, path_);
      readInitialiser(variable, variable->getInit());
    } else if (const auto *assertion = dyn_cast<StaticAssertDecl>(decl)) {
      visit(assertion->getAssertExpr());
    } else if (const auto *record = dyn_cast<CXXRecordDecl>(decl)) {
      for (const CXXMethodDecl *method : record->methods())
        if (method->doesThisDeclarationHaveABody())
          readFunction(method);
    }
  path_.pop_back();
}

void SlotUses::visitLambda(const LambdaExpr *lambda) {
  if (path_.empty() || !isa<DeclStmt>(path_.back())) // a variable's value
    seeLambda(lambda);
  path_.push_back(lambda);
  for (const LambdaCapture &capture : lambda->captures())
    if (capture.capturesVariable())
      if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar());
          variable && variable->isInitCapture())
        visit(variable->getInit());
  {
    const llvm::SaveAndRestore inside(function_,
                                      static_cast<const FunctionDecl *>(lambda->getCallOperator()));
    visit(lambda->getBody());
  }
  path_.pop_back();
}

/// Variables that threads share are not used by the clause that says so.
void SlotUses::visitClauses(const OMPExecutableDirective *directive) {
  path_.push_back(directive);
  for (const OMPClause *clause : directive->clauses())
    if (clause && !isa<OMPSharedClause>(clause))
      for (const Stmt *part : clause->children())
        visit(part);
  path_.pop_back();
}

void SlotUses::visitRange(const CXXForRangeStmt *loop) {
  path_.push_back(loop);
  visit(loop->getInit());
  const Expr *range = loop->getRangeInit();
  const Expr *plain = range ? range->IgnoreParenImpCasts() : nullptr;
  SlotsDraft *draft = plain ? slots_.of(holderIn(plain)) : nullptr;
  if (const auto *star = dyn_cast_or_null<UnaryOperator>(plain);
      star && star->getOpcode() == UO_Deref) {
    const Expr *pointer = star->getSubExpr()->IgnoreParenImpCasts();
    if (SlotsDraft *behind = slots_.of(namedBy(pointer)); behind && behind->type.indirect) {
      draft = behind;
      plain = pointer;
    }
  }
  if (draft) {
    const bool fresh = isa<CallExpr>(plain) ||
                       draft->mentions.insert(unit_.sources.getFileLoc(nameIn(plain))).second;
    useElements(*draft, loop->getLoopVariable(), fresh);
    visitParts(plain);
  } else {
    visit(range);
  }
  visit(loop->getBody());
  path_.pop_back();
}

/// `for (long one : counts)` becomes `for (auto one : counts)`.
void SlotUses::useElements(SlotsDraft &draft, const VarDecl *element, bool fresh) {
  if (!element || isa<DecompositionDecl>(element) || !element->getTypeSourceInfo())
    return refuse(draft, "a loop takes its elements apart");
  if (!elements_.try_emplace(element, &draft).second)
    return;
  TypeLoc type = element->getTypeSourceInfo()->getTypeLoc();
  if (const auto reference = type.getAs<ReferenceTypeLoc>())
    type = reference.getPointeeLoc();
  type = type.getUnqualifiedLoc();
  if (type.getType()->getContainedAutoType() || (uncompiled_ && !fresh))
    return;
  if (type.getType()->isPointerType() ||
      !unit_.context.hasSameUnqualifiedType(type.getType(), draft.type.element))
    return refuse(draft, "a loop converts its elements");
  FactEdit change = spanOf(unit_, type.getSourceRange());
  change.text = "auto";
  edit(draft, std::move(change));
}

SourceLocation SlotUses::nameIn(const Expr *name) {
  const auto *member = dyn_cast<MemberExpr>(name);
  return member ? member->getMemberLoc() : name->getExprLoc();
}

void SlotUses::see(const Expr *expression) {
  slots_.names().see(expression);
  slots_.pointers().see(expression, path_);
  seeCall(expression);
  if (isa<CallExpr>(expression))
    if (SlotsDraft *draft = slots_.of(holderIn(expression));
        draft && !settled_.contains(expression))
      use(*draft, expression);
  if (const ValueDecl *named = namedBy(expression))
    return seeName(expression, named);
  if (const auto *member = dyn_cast<CXXDependentScopeMemberExpr>(expression))
    return slots_.noteUnresolved(member->getMember(), member->getMemberLoc());
  if (const auto *name = dyn_cast<DependentScopeDeclRefExpr>(expression))
    return slots_.noteUnresolved(name->getDeclName(), name->getLocation());
  if (const auto *offset = dyn_cast<OffsetOfExpr>(expression))
    return seeOffsets(offset);
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    return seeList(list);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    const bool first = integerOf(subscript->getIdx(), unit_.context) == 0;
    if (base->getType()->isPointerType() && !first && !slots_.of(namedBy(base)))
      slots_.noteIndexed(base->getType()->getPointeeType());
    return;
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    seeAssignment(binary);
  seeArithmetic(expression);
}

/// `job.counts = counts`.
void SlotUses::seeAssignment(const BinaryOperator *assignment) {
  const Expr *target = assignment->getLHS()->IgnoreParenImpCasts();
  SlotsDraft *draft = assignment->getOpcode() == BO_Assign ? slots_.of(namedBy(target)) : nullptr;
  if (draft && give(*draft, assignment->getRHS()))
    settled_.insert(target);
}

void SlotUses::seeArithmetic(const Expr *expression) {
  const auto note = [this](const Expr *operand) {
    operand = operand->IgnoreParenImpCasts();
    const QualType type = operand->getType();
    if (type->isPointerType() && !settled_.contains(operand))
      slots_.noteIndexed(type->getPointeeType());
  };
  if (const auto *unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->isIncrementDecrementOp())
    note(unary->getSubExpr());
  if (const auto *binary = dyn_cast<BinaryOperator>(expression);
      binary && (binary->isAdditiveOp() || binary->getOpcode() == BO_AddAssign ||
                 binary->getOpcode() == BO_SubAssign)) {
    note(binary->getLHS());
    note(binary->getRHS());
  }
}

void SlotUses::seeName(const Expr *name, const ValueDecl *declared) {
  const auto *variable = dyn_cast<VarDecl>(declared);
  if (const auto element = elements_.find(variable); variable && element != elements_.end()) {
    SlotsDraft &draft = *element->second;
    const FactPlace behind = placeBehind(unit_, nameIn(name));
    edit(draft, {behind, behind, ".value"});
    usePointer(draft, name, path_.size());
    return;
  }
  if (const auto *function = dyn_cast<FunctionDecl>(declared))
    return seeFunction(name, function);
  if (variable && variable->getType()->getAsCXXRecordDecl() &&
      variable->getType()->getAsCXXRecordDecl()->isLambda())
    return seeLambda(name);
  SlotsDraft *draft = slots_.of(declared);
  if (!draft)
    return;
  const bool fresh = draft->mentions.insert(unit_.sources.getFileLoc(nameIn(name))).second;
  if (!settled_.contains(name) && (fresh || !uncompiled_))
    use(*draft, name);
}

void SlotUses::seeOffsets(const OffsetOfExpr *offset) {
  for (unsigned i = 0; i < offset->getNumComponents(); ++i)
    if (offset->getComponent(i).getKind() == OffsetOfNode::Field)
      if (SlotsDraft *draft = slots_.of(offset->getComponent(i).getField()))
        refuse(*draft, "offsetof is taken of it");
}

/// `struct stats all = {{1, 2}};`, where the member's elements are given by value.
void SlotUses::seeList(const InitListExpr *list) {
  const InitListExpr *semantic =
      !list->isSemanticForm() && list->getSemanticForm() ? list->getSemanticForm() : list;
  const auto *record =
      semantic->getType().isNull() ? nullptr : semantic->getType()->getAsRecordDecl();
  if (!record || unit_.inSystemHeader(record->getLocation()))
    return;
  for (const auto &[field, value] : membersIn(semantic)) {
    if (!value || isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(value))
      continue;
    const auto *inner = dyn_cast<InitListExpr>(value);
    const bool empty = inner && inner->getNumInits() == 0;
    SlotsDraft *draft = empty ? nullptr : slots_.of(field);
    if (draft && draft->type.view)
      giveOnly(*draft, value);
    else if (draft && inner && inner->getSyntacticForm()) // in braces of its own
      readInitialValue(unit_, *draft, field, inner);
    else if (draft && !give(*draft, value) &&
             !(draft->type.holder == SlotHolder::Pointer && isNullPointer(unit_, value)))
      refuse(*draft, "its elements get values where an object is initialised");
  }
}

} // namespace fsfind::analyzer
