#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/flow/Callables.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "rules/model/NameHints.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/Basic/OpenMPKinds.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isNumber(const ParmVarDecl *parameter) {
  return parameter->getType()->isIntegerType();
}

FactArgument numberFor(const ParmVarDecl *parameter, Provenance from) {
  FactArgument argument;
  argument.value = FactIndex{.from = from, .text = plainName(parameter)};
  return argument;
}

/// Whether the parallel loop has one iteration per thread.
bool isOverThreads(const LocalFlow &flow, const StartCall &start, const CallExpr *call) {
  bool found = false;
  for (const Expr *argument : call->arguments()) {
    const Expr *inner = stripped(argument);
    if (!isTyped(inner) || !inner->getType()->isIntegerType() ||
        isa<IntegerLiteral>(inner->IgnoreParenImpCasts()))
      continue;
    if (!flow.isThreadCount(inner))
      return false;
    found = true;
  }
  return found && llvm::count_if(start.callable.function->parameters(), isNumber) == 1;
}

/// Integers that a parallel loop passes to its body are indices, or the number of the running
/// thread.
void handIndices(const StartCall &start, const NameWords &known, bool over_threads,
                 std::vector<FactArgument> &arguments) {
  for (const ParmVarDecl *parameter : start.callable.function->parameters())
    if (isNumber(parameter)) {
      const bool runner = over_threads || namesRunner(known, parameter->getName());
      arguments[parameter->getFunctionScopeIndex()] =
          numberFor(parameter, runner ? Provenance::ThreadId : Provenance::ParallelLoop);
    }
}

/// A pool may pass more arguments than the start gives: a parameter named as a thread's number is
/// one. True if there is such a parameter.
bool handThreadNumber(const StartCall &start, const NameWords &known,
                      std::vector<FactArgument> &arguments) {
  for (const ParmVarDecl *parameter : start.callable.function->parameters()) {
    if (!isNumber(parameter) || !namesRunner(known, parameter->getName()))
      continue;
    arguments.resize(start.callable.function->getNumParams());
    arguments[parameter->getFunctionScopeIndex()] = numberFor(parameter, Provenance::ThreadId);
    return true;
  }
  return false;
}

} // namespace

/// Passes an element of the range that a parallel loop iterates over.
void Body::handElement(const StartCall &start, const Expr *at,
                       std::vector<FactArgument> &arguments) {
  const auto *call = dyn_cast<CallExpr>(at);
  if (!call || call->getNumArgs() < 2 || arguments.empty())
    return;
  const QualType type = start.callable.function->getParamDecl(0)->getType();
  if (!type->isReferenceType())
    return;
  Designator of = paths_.argument(stripped(call->getArg(1)));
  if (of.root == Root::Unknown)
    return;
  of =
      paths_.element(std::move(of), {.from = Provenance::ParallelLoop}, type.getNonReferenceType());
  of.address_of = true;
  arguments[0].what = std::move(of);
}

/// `&number` of a local that has one value: the thread finds that value behind its argument.
void Body::noteNumberBehind(const Expr *given, FactArgument &argument) {
  const Expr *inner = isTyped(given) ? stripped(given) : nullptr;
  const auto *address = dyn_cast_or_null<UnaryOperator>(inner);
  if (!address || address->getOpcode() != UO_AddrOf)
    return;
  const VarDecl *local = namedVariable(address->getSubExpr());
  if (local && local->hasLocalStorage() && local->getType()->isIntegerType() &&
      flow_.onlyValue(local))
    argument.value = paths_.provenance(flow_.onlyValue(local));
}

bool Body::noteStarts(const StartCalls &starts, const Expr *at) {
  for (const StartCall &start : starts)
    noteStart(start, at);
  return !starts.empty();
}

void Body::noteStart(const StartCall &start, const Expr *at) {
  FactStart fact_start;
  fact_start.entry = unit_.function(start.callable.function);
  if (start.callable.object)
    fact_start.object = paths_.argument(start.callable.object);
  fact_start.arguments = argumentsFor(start.arguments);
  for (std::size_t i = 0; i < start.arguments.size(); ++i)
    noteNumberBehind(start.arguments[i], fact_start.arguments[i]);
  if (start.by_index) {
    fact_start.arguments.assign(start.callable.function->getNumParams(), {});
    const auto *call = dyn_cast<CallExpr>(at);
    handIndices(start, unit_.knowledge.nameWords(), call && isOverThreads(flow_, start, call),
                fact_start.arguments);
    handElement(start, at, fact_start.arguments);
  } else if (fact_start.arguments.size() < start.callable.function->getNumParams())
    fact_start.many = handThreadNumber(start, unit_.knowledge.nameWords(), fact_start.arguments);
  for (const FactArgument &argument : fact_start.arguments)
    if (argument.what.root == Root::Variable)
      unit_.at(*argument.what.variable).captured = true;
  if (fact_start.object && fact_start.object->root == Root::Variable)
    unit_.at(*fact_start.object->variable).captured = true;
  fact_start.how = start.how;
  fact_start.kind = start.kind;
  fact_start.many = fact_start.many || start.many || !loops_.empty();
  fact_start.own_thread = start.own_thread;
  fact_start.place = unit_.place(at->getExprLoc());
  fact().starts.push_back(std::move(fact_start));
}

void Body::noteReductions(const OMPExecutableDirective *directive) {
  for (const OMPClause *clause : directive->clauses()) {
    switch (clause->getClauseKind()) {
    case llvm::omp::OMPC_private:
    case llvm::omp::OMPC_firstprivate:
    case llvm::omp::OMPC_lastprivate:
    case llvm::omp::OMPC_reduction:
    case llvm::omp::OMPC_linear:
      for (const Stmt *one : clause->children())
        if (const auto *expression = dyn_cast_or_null<Expr>(one))
          if (const VarDecl *variable = namedVariable(expression))
            private_.insert(variable);
      break;
    default:
      break;
    }
  }
}

namespace {

StartKind kindOf(llvm::omp::Directive directive) {
  switch (directive) {
  case llvm::omp::OMPD_section:
  case llvm::omp::OMPD_sections:
  case llvm::omp::OMPD_parallel_sections:
    return StartKind::Section;
  case llvm::omp::OMPD_task:
    return StartKind::OmpTask;
  default:
    return isOpenMPTaskLoopDirective(directive) ? StartKind::OmpTask : StartKind::Region;
  }
}

} // namespace

void Body::readRegion(const OMPExecutableDirective *directive) {
  const FunctionIndex index =
      unit_.region(unit_.keyOfPlace(directive->getBeginLoc(), "region " + fact().key));
  FactFunction &region = unit_.at(index);
  if (region.defined)
    return;
  region.kind = FunctionKind::ParallelRegion;
  region.parent = paths_.scope().index;
  region.name = unit_.at(*region.parent).name + "'s parallel region";
  region.place = unit_.place(directive->getBeginLoc());
  region.internal = true;
  FactStart start;
  start.entry = index;
  start.how = "omp " + getOpenMPDirectiveName(directive->getDirectiveKind()).str();
  start.kind = kindOf(directive->getDirectiveKind());
  start.many = isOpenMPParallelDirective(directive->getDirectiveKind()) ||
               isOpenMPTeamsDirective(directive->getDirectiveKind()) ||
               isOpenMPTaskLoopDirective(directive->getDirectiveKind()) || !loops_.empty();
  start.own_thread = isOpenMPParallelDirective(directive->getDirectiveKind());
  start.place = unit_.place(directive->getBeginLoc());
  fact().starts.push_back(std::move(start));
  const Stmt *raw = directive->getRawStmt();
  Body inner(unit_, flow_, {index, paths_.scope().function, raw->getSourceRange()});
  inner.private_ = private_;
  inner.noteReductions(directive);
  inner.read(raw);
}

void Body::visitDirective(const OMPExecutableDirective *directive) {
  if (!directive->hasAssociatedStmt())
    return;
  const auto kind = directive->getDirectiveKind();
  if (isOpenMPParallelDirective(kind) || isOpenMPTeamsDirective(kind) ||
      isOpenMPTaskingDirective(kind))
    return readRegion(directive);
  noteReductions(directive);
  if (kind == llvm::omp::OMPD_critical || kind == llvm::omp::OMPD_atomic) {
    fact().fences = true;
    const std::vector<std::uint32_t> before = held_;
    takeLock({});
    visit(directive->getRawStmt());
    held_ = before;
    return;
  }
  const bool before = branch_.one_thread;
  branch_.one_thread = before || kind == llvm::omp::OMPD_master || kind == llvm::omp::OMPD_masked ||
                       kind == llvm::omp::OMPD_single;
  visit(directive->getRawStmt());
  branch_.one_thread = before;
}

} // namespace fsfind::analyzer
