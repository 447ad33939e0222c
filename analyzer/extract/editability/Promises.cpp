#include "analyzer/extract/editability/Promises.h"

#include "analyzer/extract/declarations/Types.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

void notePromise(Unit &unit, const RecordDecl *record) {
  if (!record)
    return;
  unit.asserted.insert(record);
  unit.objects.try_emplace(record); // the record has to enter the facts
}

} // namespace

void noteAssertion(Unit &unit, const Stmt *condition) {
  if (!condition)
    return;
  if (const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(condition)) // sizeof or alignof
    if (const RecordDecl *record = definitionOf(unit.context, trait->getTypeOfArgument());
        record && !record->isUnion())
      notePromise(unit, record);
  if (const auto *offset = dyn_cast<OffsetOfExpr>(condition))
    for (unsigned i = 0; i < offset->getNumComponents(); ++i)
      if (offset->getComponent(i).getKind() == OffsetOfNode::Field)
        notePromise(unit, offset->getComponent(i).getField()->getParent());
  for (const Stmt *child : condition->children())
    noteAssertion(unit, child);
}

void noteSignatures(Unit &unit, const LinkageSpecDecl *linkage) {
  const auto promise = [&unit](QualType type) {
    if (type->isPointerType())
      type = type->getPointeeType();
    if (!type->isDependentType())
      notePromise(unit, definitionOf(unit.context, type));
  };
  for (const Decl *decl : linkage->decls())
    if (const auto *function = dyn_cast<FunctionDecl>(decl); function && function->isExternC()) {
      promise(function->getReturnType());
      for (const ParmVarDecl *parameter : function->parameters())
        promise(parameter->getType());
    }
}

void settlePromises(Unit &unit) {
  for (const RecordDecl *record : unit.asserted)
    if (unit.knows(record))
      unit.at(unit.record(record)).alignable = false;
}

} // namespace fsfind::analyzer
