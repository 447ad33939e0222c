#include "analyzer/extract/declarations/Variables.h"

#include "analyzer/extract/declarations/Alignment.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Functions.h"
#include "analyzer/extract/declarations/Initialisers.h"

#include <clang/AST/DeclTemplate.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

Storage storageOf(const VarDecl *decl) {
  if (decl->getTLSKind() != VarDecl::TLS_None)
    return Storage::ThreadLocal;
  if (decl->hasLocalStorage())
    return Storage::Local;
  return decl->isStaticLocal() || !decl->isExternallyVisible() ? Storage::Static : Storage::Global;
}

/// Null if this unit only declares the variable. In C a tentative definition (`int n;`) may follow
/// a declaration as `extern`, and is not the first one then.
const VarDecl *variableDefinition(const VarDecl *decl) {
  if (const VarDecl *definition = decl->getDefinition())
    return definition;
  for (const VarDecl *one : decl->redecls())
    if (const VarDecl *definition = const_cast<VarDecl *>(one)->getActingDefinition())
      return definition;
  return nullptr;
}

} // namespace

FactVariable describeVariable(Unit &unit, const VarDecl *decl) {
  const VarDecl *definition = variableDefinition(decl);
  const VarDecl *shown = definition ? definition : decl;
  FactVariable fact;
  fact.name = decl->hasLocalStorage() ? plainName(decl) : qualifiedName(decl);
  // For a template's static member the class has the declaration that an author edits.
  const bool of_template = decl->getInstantiatedFromStaticDataMember() != nullptr;
  fact.place = unit.place((of_template ? decl : shown)->getLocation());
  fact.storage = storageOf(decl);
  // Only instances of a template have static members in memory.
  fact.defined =
      decl->hasLocalStorage() || (definition && !decl->getDeclContext()->isDependentContext());
  fact.initialised = isInitialised(shown);
  fact.declared_align = declaredAlignment(unit.context, shown);
  fact.type = unit.declaredType(shown);
  if (const FunctionDecl *around = functionAround(decl))
    fact.function = unit.function(around);
  if (const auto *parameter = dyn_cast<ParmVarDecl>(decl))
    fact.parameter = parameter->getFunctionScopeIndex();
  return fact;
}

} // namespace fsfind::analyzer
