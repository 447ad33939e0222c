#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/declarations/Types.h"

#include <clang/AST/ExprCXX.h>

/// The part of Paths about single steps: to a variable, behind a pointer, to an element, to a base
/// class.
namespace fsfind::analyzer {

using namespace clang;

namespace {

bool choosesThread(const FactIndex &index) {
  return index.from == Provenance::ThreadId || index.from == Provenance::SpawnLoop;
}

/// `(a + work->offset)[i]`: a member says which part the loop covers.
bool beginsPart(const FactIndex &begin, const FactIndex &index) {
  return begin.from == Provenance::Member && index.from == Provenance::Loop;
}

} // namespace

bool Paths::isOutside(const VarDecl *variable) const {
  if (!variable->hasLocalStorage() && !variable->isStaticLocal())
    return false;
  const DeclContext *around = variable->getParentFunctionOrMethod();
  while (around && !isa<FunctionDecl>(around))
    around = around->getParent();
  if (around && scope_.function &&
      cast<FunctionDecl>(around)->getCanonicalDecl() != scope_.function->getCanonicalDecl())
    return true;
  if (scope_.region.isInvalid())
    return false;
  const SourceLocation at = unit_.sources.getExpansionLoc(variable->getLocation());
  return unit_.sources.isBeforeInTranslationUnit(
      at, unit_.sources.getExpansionLoc(scope_.region.getBegin()));
}

Designator Paths::root(const VarDecl *variable, QualType as) {
  Designator found;
  found.type = unit_.type(as);
  const auto *parameter = dyn_cast<ParmVarDecl>(variable);
  if (parameter && !isOutside(variable)) {
    found.root = Root::Parameter;
    found.parameter = parameter->getFunctionScopeIndex();
    return found;
  }
  found.root = Root::Variable;
  found.variable = unit_.variable(variable);
  if (isOutside(variable))
    unit_.at(*found.variable).captured = true;
  return found;
}

Designator Paths::dereferenced(Designator pointer, QualType to) {
  if (pointer.address_of) {
    pointer.address_of = false;
    if (unit_.facts.type(pointer.type).kind == TypeClass::Array &&
        !(to->isArrayType() && unit_.type(to) == pointer.type)) {
      FactStep first;
      first.kind = StepKind::Index;
      first.index.edit().from = Provenance::Constant;
      pointer.steps.push_back(first);
    }
  } else
    pointer.steps.push_back({StepKind::Deref, {}, 0, {}});
  pointer.type = unit_.type(to);
  return pointer;
}

Designator Paths::element(Designator pointer, FactIndex index, QualType to) {
  const bool of_array =
      pointer.address_of && unit_.facts.type(pointer.type).kind == TypeClass::Array;
  const bool of_element =
      pointer.address_of && !pointer.steps.empty() && pointer.steps.back().kind == StepKind::Index;
  if (!pointer.address_of)
    pointer.steps.push_back({StepKind::Deref, {}, 0, {}});
  if (of_element && !of_array) {
    // `&a[tid * n]` and then [i]: the thread's number still chooses.
    FactIndex &begin = pointer.steps.back().index.edit();
    if (beginsPart(begin, index))
      begin.scale = 0;
    else if (!choosesThread(begin) || choosesThread(index))
      begin = std::move(index);
  } else
    pointer.steps.push_back({StepKind::Index, {}, 0, std::move(index)});
  pointer.address_of = false;
  pointer.type = unit_.type(to);
  return pointer;
}

Designator Paths::withBases(Designator derived, const CastExpr *cast) {
  const Expr *from = cast->getSubExpr();
  QualType type = from->getType();
  const bool by_pointer = type->isPointerType();
  if (by_pointer)
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isInvalidDecl())
    return derived;
  if (by_pointer)
    derived = dereferenced(std::move(derived), type);
  if (classOf(record, unit_.knowledge) != TypeClass::Plain) {
    derived.address_of = by_pointer;
    return derived; // bases of library classes do not matter
  }
  for (const CXXBaseSpecifier *base : cast->path()) {
    const CXXRecordDecl *of = base->getType()->getAsCXXRecordDecl();
    const auto number = of ? unit_.base(record, of) : std::nullopt;
    if (!number)
      break;
    derived.steps.push_back({StepKind::Member, unit_.record(record), *number, {}});
    derived.type = unit_.type(base->getType());
    record = of;
  }
  derived.address_of = by_pointer;
  return derived;
}

} // namespace fsfind::analyzer
