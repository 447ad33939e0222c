#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/access/Hashes.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/flow/Returns.h"

/// The part of Body about locks: which are acquired and released.
namespace fsfind::analyzer {

using namespace clang;

void Body::takeLock(Designator lock) {
  constexpr std::size_t kMostHeld = 32; // each access lists them; more is no locking
  if (held_.size() >= kMostHeld)
    return;
  auto &locks = fact().locks;
  auto &alike = same_locks_[hashOf(lock)];
  const auto known = llvm::find_if(alike, [&](std::uint32_t at) { return locks[at] == lock; });
  held_.push_back(known != alike.end() ? *known : static_cast<std::uint32_t>(locks.size()));
  if (known == alike.end()) {
    alike.push_back(held_.back());
    locks.push_back(std::move(lock));
  }
}

void Body::releaseLock(const Designator &lock) {
  const auto &locks = fact().locks;
  for (auto held = held_.rbegin(); held != held_.rend(); ++held)
    if (locks[*held] == lock) {
      held_.erase(std::next(held).base());
      return;
    }
}

void Body::noteLockStep(LockStep step, Designator lock, const Expr *at) {
  note(lock, {Op::ReadModifyWrite, true, true, false, nullptr}, at);
  if (step == LockStep::Acquire)
    takeLock(std::move(lock));
  else if (step == LockStep::Release)
    releaseLock(lock);
}

/// A function that only locks or unlocks: `void STATS_LOCK(void) { pthread_mutex_lock(&stats_lock);
/// }`
bool Body::visitLockWrapper(const CallExpr *call) {
  const CallExpr *inner = onlyCall(call->getDirectCallee());
  const FunctionDecl *callee = inner ? inner->getDirectCallee() : nullptr;
  if (!callee || inner->getNumArgs() == 0 || !inner->getArg(0)->getType()->isPointerType())
    return false;
  const LockStep step = unit_.meaning(callee).lock;
  const QualType pointee = inner->getArg(0)->getType()->getPointeeType();
  if (step == LockStep::None || classOf(pointee, unit_.knowledge) != TypeClass::Lock)
    return false;
  Designator lock = paths_.ofCallee(inner->getArg(0), call);
  if (lock.root == Root::Unknown)
    return false;
  noteLockStep(step, paths_.dereferenced(std::move(lock), pointee), call);
  return true;
}

bool Body::visitLockCall(const CallExpr *call, const CalleeMeaning &meaning) {
  if (visitLockWrapper(call))
    return true;
  if (meaning.lock == LockStep::None || isa<CXXMethodDecl>(call->getDirectCallee()) ||
      call->getNumArgs() == 0)
    return false;
  const Expr *argument = call->getArg(0);
  if (!argument->getType()->isPointerType())
    return false;
  const QualType pointee = argument->getType()->getPointeeType();
  const TypeClass kind = classOf(stripped(argument)->getType()->isPointerType()
                                     ? stripped(argument)->getType()->getPointeeType()
                                     : pointee,
                                 unit_.knowledge);
  if (kind != TypeClass::Lock && classOf(pointee, unit_.knowledge) != TypeClass::Lock)
    return false;
  noteLockStep(meaning.lock, paths_.dereferenced(paths_.pointer(argument), pointee), call);
  return true;
}

/// `std::lock_guard guard(mutex);` holds the lock to the end of the block. False if the object is
/// no guard.
bool Body::noteGuard(const CXXConstructExpr *made) {
  const std::string record = plainName(made->getConstructor()->getParent());
  if (!unit_.knowledge.wordsIn(record).has(Word::LockHolder))
    return false;
  for (const Expr *argument : made->arguments()) {
    const bool by_pointer = argument->getType()->isPointerType();
    const QualType type = by_pointer ? argument->getType()->getPointeeType() : argument->getType();
    if (classOf(type, unit_.knowledge) != TypeClass::Lock)
      continue;
    Designator lock =
        by_pointer ? paths_.dereferenced(paths_.pointer(argument), type) : paths_.object(argument);
    note(lock, {Op::ReadModifyWrite, true, true, false, nullptr}, made);
    takeLock(std::move(lock));
    return true;
  }
  return false;
}

} // namespace fsfind::analyzer
