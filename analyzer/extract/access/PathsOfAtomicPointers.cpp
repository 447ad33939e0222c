#include "analyzer/extract/access/Paths.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/ExprCXX.h>

/// The part of Paths about pointers held by atomics and by copies of smart pointers. A pointer that
/// is exchanged out of an atomic belongs to the thread that took it, so it does not lead back to
/// the atomic.
namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Whether a pointer leads to a word, as atomic operations need. `get_atomic_queue(device)` is
/// none.
bool leadsToPointer(const Expr *pointer, const Knowledge &known) {
  const QualType given = stripped(pointer)->getType();
  const QualType to = given->isPointerType() ? given->getPointeeType() : QualType();
  return !to.isNull() && (to->isScalarType() || classOf(to, known) == TypeClass::Atomic ||
                          classOf(to, known) == TypeClass::Pointer);
}

bool givesPointer(const Expr *value, const Knowledge &known) {
  return value->getType()->isPointerType() ||
         classOf(value->getType(), known) == TypeClass::Pointer;
}

/// `load()`, a conversion, or the atomic's own `->`.
bool readsAtomic(const CXXMethodDecl *method, const Knowledge &known) {
  return method->getOverloadedOperator() == OO_Arrow ||
         atomicMethodOf(plainName(method), known) == Op::Read;
}

} // namespace

bool readsWord(const AtomicExpr *atomic) {
  return atomicOpOf(compat::atomicName(atomic)) == Op::Read;
}

const Expr *readAtomically(Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return nullptr;
  if (const Expr *owner = objectOf(call)) {
    const QualType type =
        owner->getType()->isPointerType() ? owner->getType()->getPointeeType() : owner->getType();
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    return method && classOf(type, unit.knowledge) == TypeClass::Atomic &&
                   readsAtomic(method, unit.knowledge)
               ? owner
               : nullptr;
  }
  const bool reads = call->getNumArgs() > 0 && unit.meaning(callee).atomic == Op::Read &&
                     leadsToPointer(call->getArg(0), unit.knowledge);
  return reads ? call->getArg(0) : nullptr;
}

Designator Paths::held(const Expr *holder) {
  Designator found = ofOwner(holder);
  found.address_of = false;
  return found;
}

std::optional<Designator> Paths::fromAtomic(const Expr *read) {
  if (!givesPointer(read, unit_.knowledge))
    return std::nullopt;
  if (const auto *atomic = dyn_cast<AtomicExpr>(read))
    return readsWord(atomic) ? std::optional(held(atomic->getPtr())) : std::nullopt;
  const auto *call = dyn_cast<CallExpr>(read);
  const Expr *holder = call ? readAtomically(unit_, call) : nullptr;
  return holder ? std::optional(held(holder)) : std::nullopt;
}

/// `std::shared_ptr<Table> table = table_;`: both lead to the same table.
std::optional<Designator> Paths::ofSmartCopy(const VarDecl *variable) {
  if (!variable->hasLocalStorage() || !variable->getType()->isRecordType() ||
      classOf(variable->getType(), unit_.knowledge) != TypeClass::Pointer)
    return std::nullopt;
  const Expr *value = flow_.onlyValue(variable);
  if (!value || !isTyped(value))
    return std::nullopt;
  Designator found = object(stripped(value));
  const bool led =
      found.root != Root::Unknown && !(found.root == Root::Result && found.steps.empty());
  return led ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace fsfind::analyzer
