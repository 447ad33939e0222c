#include "analyzer/extract/editability/OrderUses.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/editability/StorageCalls.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

const RecordDecl *structOf(const Unit &unit, QualType type) {
  const RecordDecl *definition = definitionOf(unit.context, type);
  return definition && !definition->isUnion() ? definition : nullptr;
}

const RecordDecl *pointedRecord(const Unit &unit, QualType type) {
  if (type.isNull() || !(type->isPointerType() || type->isArrayType()))
    return nullptr;
  return structOf(unit, type->isArrayType() ? type : type->getPointeeType());
}

using OrderUse = bool FactOrderUses::*;

void noteOrder(Unit &unit, const RecordDecl *record, OrderUse use) {
  if (!record)
    return;
  unit.order_uses[record].*use = true;
  if (use != &FactOrderUses::positions)
    unit.objects.try_emplace(record); // the record has to enter the facts
}

bool isZero(const Expr *value) {
  const auto *number = dyn_cast<IntegerLiteral>(value->IgnoreParenImpCasts());
  return number && number->getValue().isZero();
}

/// Whether an initialiser list relies on the members' order. In C, designators may come in any
/// order, and `{0}` fits every first member; in C++, designators have to follow the order.
bool countsOnOrder(const Unit &unit, const InitListExpr *list) {
  const InitListExpr *semantic =
      !list->isSemanticForm() && list->getSemanticForm() ? list->getSemanticForm() : list;
  const InitListExpr *written =
      semantic->getSyntacticForm() ? semantic->getSyntacticForm() : semantic;
  const auto names = [](const Expr *init) { return isa<DesignatedInitExpr>(init); };
  if (!unit.context.getLangOpts().CPlusPlus)
    return !(written->getNumInits() == 1 && isZero(written->getInit(0))) &&
           !llvm::all_of(written->inits(), names);
  return llvm::any_of(semantic->inits(), [](const Expr *init) {
    return init && !isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(init);
  });
}

void noteList(Unit &unit, const InitListExpr *list) {
  const RecordDecl *record = structOf(unit, list->getType());
  if (record && !list->getType()->isArrayType() && countsOnOrder(unit, list))
    noteOrder(unit, record, &FactOrderUses::positions);
}

void noteOffset(Unit &unit, const OffsetOfExpr *offset) {
  if (unit.accepted_offsets.contains(offset))
    return;
  for (unsigned i = 0; i < offset->getNumComponents(); ++i)
    if (offset->getComponent(i).getKind() == OffsetOfNode::Field)
      noteOrder(unit, offset->getComponent(i).getField()->getParent(), &FactOrderUses::offsets);
}

bool isByte(QualType type) {
  return type->isAnyCharacterType() || type->isStdByteType();
}

/// `(struct job *)((char *)node - offsetof(struct job, node))`, as container_of() is: right in
/// every layout. Accepts what it consists of.
bool findsHolder(Unit &unit, const ExplicitCastExpr *cast) {
  const auto *minus = dyn_cast<BinaryOperator>(cast->getSubExpr()->IgnoreParenImpCasts());
  if (!minus || minus->getOpcode() != BO_Sub || !cast->getType()->isPointerType())
    return false;
  const auto *offset = dyn_cast<OffsetOfExpr>(minus->getRHS()->IgnoreParenImpCasts());
  const auto *bytes = dyn_cast<ExplicitCastExpr>(minus->getLHS()->IgnoreParenImpCasts());
  const RecordDecl *holder = structOf(unit, cast->getType()->getPointeeType());
  if (!offset || !bytes || !holder ||
      structOf(unit, offset->getTypeSourceInfo()->getType()) != holder)
    return false;
  unit.accepted_offsets.insert(offset);
  unit.accepted_offsets.insert(bytes);
  return true;
}

/// A cast between a pointer to a record and a pointer to another type.
void noteCastOfRecord(Unit &unit, const ExplicitCastExpr *cast) {
  if (unit.accepted_offsets.contains(cast) || findsHolder(unit, cast))
    return;
  if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_LValueBitCast)
    return;
  const Expr *inner = cast->getSubExpr();
  const bool reference = cast->getCastKind() == CK_LValueBitCast;
  const QualType from = reference ? inner->getType() : inner->getType()->getPointeeType();
  const QualType to = reference ? cast->getType() : cast->getType()->getPointeeType();
  if (from.isNull() || to.isNull() || from->isVoidType() || to->isVoidType())
    return;
  const RecordDecl *one = structOf(unit, from), *other = structOf(unit, to);
  if (one == other)
    return;
  const OrderUse use = isByte(from) || isByte(to) ? &FactOrderUses::bytes : &FactOrderUses::casts;
  noteOrder(unit, one, use);
  noteOrder(unit, other, use);
}

/// The record whose size is in `sizeof(x)` or `n * sizeof(x)`; null for other expressions.
const RecordDecl *measured(const Unit &unit, const Expr *size) {
  size = size->IgnoreParenCasts();
  if (const auto *product = dyn_cast<BinaryOperator>(size)) {
    const RecordDecl *left = measured(unit, product->getLHS());
    return left ? left : measured(unit, product->getRHS());
  }
  const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(size);
  return trait && trait->getKind() == UETT_SizeOf ? structOf(unit, trait->getTypeOfArgument())
                                                  : nullptr;
}

/// `memcpy(report, all, sizeof report)` of one record's objects, in whatever layout that has.
bool copiesObjects(const Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  switch (callee ? callee->getBuiltinID() : 0) {
  case Builtin::BImemcpy:
  case Builtin::BI__builtin_memcpy:
  case Builtin::BImemmove:
  case Builtin::BI__builtin_memmove:
    break;
  default:
    return false;
  }
  const auto pointed = [&](unsigned argument) {
    return pointedRecord(unit, call->getArg(argument)->IgnoreParenCasts()->getType());
  };
  const RecordDecl *record = pointed(0);
  return record && pointed(1) == record && measured(unit, call->getArg(2)) == record;
}

/// `fwrite(&header, sizeof header, 1, file)`.
void noteBytes(Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if ((callee && unit.meaning(callee).keeps_bytes) || fillsWithOneValue(unit, call) ||
      copiesObjects(unit, call))
    return;
  for (const Expr *size : call->arguments())
    if (const RecordDecl *record = measured(unit, size);
        record && llvm::any_of(call->arguments(), [&](const Expr *argument) {
          return isTyped(argument) &&
                 pointedRecord(unit, argument->IgnoreParenCasts()->getType()) == record;
        }))
      unit.given.emplace_back(call, record);
}

bool keepsBytes(Unit &unit, const FunctionDecl *callee) {
  if (unit.meaning(callee).keeps_bytes)
    return true;
  switch (callee->getBuiltinID()) {
  case Builtin::BIrealloc:
  case Builtin::BIfree:
  case Builtin::BImemset:
  case Builtin::BI__builtin_memset:
    return true;
  default:
    return false;
  }
}

/// Whether the code gives memory that a parameter points to to a function that may write its bytes
/// somewhere: `fwrite(memory, 1, size, file)`.
bool passesBytesOn(Unit &unit, const Stmt *statement) {
  if (!statement)
    return false;
  const auto is_pointer = [](const Expr *argument) {
    const auto *name = dyn_cast<DeclRefExpr>(argument->IgnoreParenCasts());
    return name && isa<ParmVarDecl>(name->getDecl()) && name->getType()->isPointerType();
  };
  const auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (call && !(callee && keepsBytes(unit, callee)) && llvm::any_of(call->arguments(), is_pointer))
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return passesBytesOn(unit, child); });
}

/// What is given with its size is handed on as bytes, unless it comes back from there as what it
/// was: `all = grow(all, n * sizeof *all)`, and `grow` does nothing but reallocate it.
void noteHandedOn(Unit &unit) {
  for (const auto &[call, record] : unit.given) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!unit.made.contains({call, record}) || (callee && passesBytesOn(unit, callee->getBody())))
      noteOrder(unit, record, &FactOrderUses::bytes);
  }
}

/// `memset(all, 0, n * sizeof *all)`: what is filled follows the size of a record.
bool fillsWholes(const Unit &unit, const CallExpr *call) {
  return fillsWithOneValue(unit, call) && llvm::any_of(call->arguments(), [&](const Expr *one) {
           return isTyped(one) && measured(unit, one);
         });
}

bool isGivenSizeOf(const Unit &unit, const CallExpr *call, const RecordDecl *record) {
  return llvm::any_of(call->arguments(), [&](const Expr *one) {
    return isTyped(one) && measured(unit, one) == record;
  });
}

/// `send(socket, &header, 16, 0)`: a library function that takes memory of any type and a size that
/// is not the record's.
void noteSizedBytes(Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !unit.inSystemHeader(callee->getLocation()) || unit.meaning(callee).keeps_bytes ||
      fillsWholes(unit, call) || llvm::none_of(callee->parameters(), [&](const ParmVarDecl *one) {
        return unit.context.hasSameUnqualifiedType(one->getType(), unit.context.getSizeType());
      }))
    return;
  for (unsigned i = 0; i < std::min(call->getNumArgs(), callee->getNumParams()); ++i)
    if (const Expr *argument = call->getArg(i);
        callee->getParamDecl(i)->getType()->isVoidPointerType() && isTyped(argument)) {
      const RecordDecl *record = pointedRecord(unit, argument->IgnoreParenCasts()->getType());
      if (!isGivenSizeOf(unit, call, record))
        noteOrder(unit, record, &FactOrderUses::bytes);
    }
}

} // namespace

void noteOrderUse(Unit &unit, const Expr *expression) {
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    return isTyped(list) ? noteList(unit, list) : void();
  if (const auto *list = dyn_cast<CXXParenListInitExpr>(expression))
    return noteOrder(unit, structOf(unit, list->getType()), &FactOrderUses::positions);
  if (const auto *offset = dyn_cast<OffsetOfExpr>(expression))
    return noteOffset(unit, offset);
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(expression))
    return noteCastOfRecord(unit, cast);
  if (const auto *made = dyn_cast<CXXUnresolvedConstructExpr>(expression);
      made && made->getNumArgs() > 0)
    return noteOrder(unit, structOf(unit, made->getTypeAsWritten()), &FactOrderUses::positions);
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    noteBytes(unit, call);
    noteSizedBytes(unit, call);
  }
}

void noteOrderUse(Unit &unit, const VarDecl *variable) {
  if (isa<DecompositionDecl>(variable))
    noteOrder(unit, structOf(unit, variable->getType()), &FactOrderUses::positions);
  // In a template, a list whose type depends on arguments is not yet a list of the record.
  const auto *list = dyn_cast_or_null<InitListExpr>(variable->getInit());
  if (list && list->getNumInits() > 0 && (!isTyped(list) || list->getType()->isVoidType()))
    noteOrder(unit, structOf(unit, variable->getType()), &FactOrderUses::positions);
}

void noteMade(Unit &unit, const CXXRecordDecl *made, unsigned arguments) {
  if (arguments > 0 && answers(made, &CXXRecordDecl::isAggregate))
    noteOrder(unit, made->getDefinition(), &FactOrderUses::positions);
}

void settleOrderUses(Unit &unit) {
  noteHandedOn(unit);
  for (const auto &[record, uses] : unit.order_uses)
    if (unit.knows(record)) {
      FactOrderUses &known = unit.at(unit.record(record)).order_uses;
      known.positions |= uses.positions;
      known.offsets |= uses.offsets;
      known.casts |= uses.casts;
      known.bytes |= uses.bytes;
    }
}

} // namespace fsfind::analyzer
