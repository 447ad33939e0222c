#include "analyzer/extract/editability/Promises.h"

#include "analyzer/extract/declarations/EntityNames.h"
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

void noteUse(Unit &unit, const FunctionDecl *function, QualType type) {
  if (type->isPointerType())
    type = type->getPointeeType();
  const RecordDecl *record = type->isDependentType() ? nullptr : definitionOf(unit.context, type);
  if (!record)
    return;
  unit.c_functions[record].insert(usr(function));
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
  for (const Decl *decl : linkage->decls())
    if (const auto *function = dyn_cast<FunctionDecl>(decl); function && function->isExternC()) {
      noteUse(unit, function, function->getReturnType());
      for (const ParmVarDecl *parameter : function->parameters())
        noteUse(unit, function, parameter->getType());
    }
}

void settlePromises(Unit &unit) {
  for (const RecordDecl *record : unit.asserted)
    if (unit.knows(record))
      unit.at(unit.record(record)).alignable = false;
  for (const auto &[record, functions] : unit.c_functions)
    if (unit.knows(record))
      unit.at(unit.record(record)).c_functions.assign(functions.begin(), functions.end());
}

} // namespace fsfind::analyzer
