#include "analyzer/extract/editability/RecordUses.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/editability/ObjectUses.h"
#include "analyzer/extract/editability/OrderUses.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Parts.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

void noteSizesIn(Unit &unit, TypeLoc loc) {
  for (; !loc.isNull(); loc = loc.getNextTypeLoc()) {
    if (const auto array = loc.getAs<ArrayTypeLoc>())
      noteUses(unit, array.getSizeExpr());
    if (const auto instance = loc.getAs<TemplateSpecializationTypeLoc>())
      for (unsigned i = 0; i < instance.getNumArgs(); ++i) {
        const TemplateArgumentLoc argument = instance.getArgLoc(i);
        if (argument.getArgument().getKind() == TemplateArgument::Expression)
          noteUses(unit, argument.getSourceExpression());
      }
  }
}

/// Most expressions: of the conversions that are not written, only those between pointers tell of a
/// record.
bool onlyLoads(const Expr *expression) {
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expression))
    return cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_IntegralToPointer;
  return isa<MemberExpr, ParenExpr>(expression);
}

} // namespace

void noteUse(Unit &unit, const Expr *expression) {
  if (isTyped(expression) && expression->getType()->isFunctionPointerType())
    noteFunctionNamed(unit, expression);
  if (isLeaf(expression) || onlyLoads(expression))
    return;
  noteObjectUse(unit, expression);
  noteOrderUse(unit, expression);
  const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expression);
  if (size && !size->isTypeDependent() && !size->isValueDependent())
    unit.measured.insert(size->getTypeOfArgument().getCanonicalType().getTypePtr());
  if (size && size->isArgumentType()) // `sizeof(char[1 - 2 * (sizeof(S) != 16)])`
    noteSizesIn(unit, size->getArgumentTypeInfo()->getTypeLoc());
  if (const auto *given = dyn_cast<CXXDefaultArgExpr>(expression))
    noteUses(unit, given->getExpr());
}

void noteUses(Unit &unit, const Stmt *tree) {
  if (!tree)
    return;
  if (const auto *expression = dyn_cast<Expr>(tree))
    noteUse(unit, expression);
  for (const Stmt *child : tree->children())
    noteUses(unit, child);
}

void noteDeclaredSizes(Unit &unit, const Decl *decl) {
  if (const auto *values = dyn_cast<EnumDecl>(decl)) {
    for (const EnumConstantDecl *value : values->enumerators())
      noteUses(unit, value->getInitExpr());
    return;
  }
  if (const auto *field = dyn_cast<FieldDecl>(decl); field && field->isBitField())
    noteUses(unit, field->getBitWidth());
  const auto *alias = dyn_cast<TypedefNameDecl>(decl);
  const auto *declarator = dyn_cast<DeclaratorDecl>(decl);
  const TypeSourceInfo *type = alias        ? alias->getTypeSourceInfo()
                               : declarator ? declarator->getTypeSourceInfo()
                                            : nullptr;
  if (type)
    noteSizesIn(unit, type->getTypeLoc());
}

} // namespace fsfind::analyzer
