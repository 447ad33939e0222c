#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/access/Hashes.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/sums/NumberUses.h"

#include <llvm/ADT/Hashing.h>

/// The part of Body about accesses: which are noted, and what they store.
namespace fsfind::analyzer {

using namespace clang;

bool Body::worthNoting(const Designator &what) const {
  if (what.root == Root::Unknown)
    return false;
  if (what.root != Root::Variable)
    return what.steps.size() > 1 || what.root == Root::This ||
           (what.root == Root::Parameter && !what.steps.empty());
  const FactVariable &variable = unit_.facts.variables[what.variable->value()];
  if (variable.storage == Storage::Local && what.steps.empty())
    return variable.captured;
  return true;
}

/// Whether the lvalue is a local that no other function sees, as most are. Avoids building a
/// designator.
bool Body::isOwn(const VarDecl *local, const Expr *lvalue) const {
  return local->hasLocalStorage() && !local->getType()->isReferenceType() &&
         isa<DeclRefExpr>(lvalue->IgnoreParens()) && !paths_.isOutside(local) &&
         (isa<ParmVarDecl>(local) || !unit_.isCaptured(local));
}

void Body::noteLvalue(const Expr *lvalue, const Access &access) {
  const VarDecl *variable = namedVariable(lvalue);
  if (variable && (private_.contains(variable) || isOwn(variable, lvalue)))
    return;
  noteEach([&] { return paths_.object(lvalue); },
           [&](Designator what) {
             const bool fixed = variable && (variable->getType()->isReferenceType() ||
                                             variable->getType().isConstQualified());
             if (!fixed || what.root != Root::Variable || !what.steps.empty())
               note(std::move(what), access, lvalue);
           });
}

namespace {

/// Whether the designator lies in its root, not behind a pointer.
bool isWithin(const Designator &what) {
  return llvm::none_of(what.steps,
                       [](const FactStep &step) { return step.kind == StepKind::Deref; });
}

std::uint64_t hashOfAccess(const Designator &what, const FactAccess &access) {
  llvm::hash_code hash = llvm::hash_combine(
      hashOf(what), static_cast<int>(access.op), access.atomic, access.acquire_lock, access.bulk,
      static_cast<int>(access.accumulates), access.same_object, access.loop,
      static_cast<int>(access.frequency), access.one_thread);
  for (const std::uint32_t lock : access.held)
    hash = llvm::hash_combine(hash, lock);
  return static_cast<std::uint64_t>(static_cast<std::size_t>(hash));
}

} // namespace

void Body::noteAccumulation(const Access &access, FactAccess &noted) {
  if (access.op == Op::ReadModifyWrite && access.change && unused_.contains(access.change))
    noted.accumulates = combinationOf(unit_, access.change);
}

/// An access of which the facts would not tell what it is to.
void Body::noteUntraced(const Expr *object) {
  object = object->IgnoreParenCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(object);
      address && address->getOpcode() == UO_AddrOf)
    object = address->getSubExpr()->IgnoreParens();
  if (const ValueDecl *declared = declaredBy(object))
    unit_.untraced.insert(declared);
}

void Body::note(Designator what, const Access &access, const Expr *at) {
  if (what.root == Root::Unknown)
    noteUntraced(access.changed ? access.changed : at);
  if (!worthNoting(what))
    return;
  FactAccess noted;
  noted.op = access.op;
  noted.atomic = access.atomic || unit_.facts.type(what.type).kind == TypeClass::Atomic;
  noted.acquire_lock = access.acquire;
  noted.bulk = access.bulk;
  noted.frequency = frequencyOf(access, at);
  noted.one_thread = branch_.one_thread;
  noted.guards = branch_.numbers;
  noted.loop_depth = loopDepth();
  noted.iterations = iterations();
  noted.loop = loop_positions_.back();
  constexpr std::size_t kMostLoops = 32; // each is read for itself, with those in it
  noted.same_object = !loop_statements_.empty() && loop_statements_.size() <= kMostLoops &&
                      steady_.isSame(access.changed ? access.changed : at, loop_statements_.back());
  noted.held = held_;
  noteAccumulation(access, noted);
  if (isTyped(access.value) && access.op == Op::Write) {
    if (access.binds) {
      Designator stored = paths_.object(access.value);
      stored.address_of = true;
      if (stored.root != Root::Unknown && stored.root != Root::Result)
        noted.stored = std::move(stored);
    } else if (access.value->getType()->isIntegralOrEnumerationType())
      noted.value = paths_.provenance(access.value);
    else if (access.value->getType()->isPointerType()) {
      Designator stored = paths_.pointer(access.value);
      if (stored.root == Root::Variable && stored.address_of && isWithin(stored))
        unit_.at(*stored.variable).captured = true;
      if (stored.root != Root::Unknown && (stored.root != Root::Result || stored.steps.empty()))
        noted.stored = std::move(stored);
    }
  }
  const auto [known, fresh] = seen_.try_emplace(hashOfAccess(what, noted), fact().accesses.size());
  if (!fresh)
    return NumberGuards::widen(fact().accesses[known->second].guards, noted.guards);
  noted.place = unit_.place(at->getExprLoc());
  noted.what = std::move(what);
  fact().fences |= noted.atomic && noted.op != Op::Read;
  fact().accesses.push_back(std::move(noted));
}

} // namespace fsfind::analyzer
