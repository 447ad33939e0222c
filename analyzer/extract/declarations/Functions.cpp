#include "analyzer/extract/declarations/Functions.h"

#include "analyzer/extract/declarations/EntityNames.h"

#include <clang/AST/ASTLambda.h>
#include <clang/AST/DeclCXX.h>

namespace fsfind::analyzer {

using namespace clang;

const FunctionDecl *functionAround(const Decl *decl) {
  const DeclContext *around = decl->getDeclContext();
  while (around && !isa<FunctionDecl>(around))
    around = around->getParent();
  return around ? cast<FunctionDecl>(around) : nullptr;
}

FactFunction describeFunction(Unit &unit, const FunctionDecl *decl) {
  FactFunction fact;
  const FunctionDecl *definition = nullptr;
  const FunctionDecl *shown = decl->isDefined(definition) && definition ? definition : decl;
  fact.name = qualifiedName(decl);
  fact.place = unit.place(shown->getLocation());
  fact.internal = !decl->isExternallyVisible();
  if (isa<CXXConstructorDecl>(decl))
    fact.kind = FunctionKind::Constructor;
  else if (isa<CXXDestructorDecl>(decl))
    fact.kind = FunctionKind::Destructor;
  fact.joins = unit.meaning(decl).joins_thread;
  const auto *method = dyn_cast<CXXMethodDecl>(decl);
  if (!method)
    return fact;
  if (isLambdaCallOperator(method)) {
    fact.kind = FunctionKind::Lambda;
    if (const FunctionDecl *around = functionAround(method->getParent())) {
      fact.parent = unit.function(around);
      fact.name = unit.at(*fact.parent).name + "'s lambda";
    } else
      fact.name = "lambda";
    return fact;
  }
  fact.internal |= method->getAccess() == AS_private;
  if (!method->isStatic())
    fact.method_of = unit.record(method->getParent());
  for (const CXXMethodDecl *overridden : method->overridden_methods())
    fact.overrides.push_back(unit.function(overridden));
  return fact;
}

} // namespace fsfind::analyzer
