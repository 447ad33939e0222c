#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/access/Hashes.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/flow/Branches.h"
#include "analyzer/extract/flow/Callables.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/Attr.h>

namespace fsfind::analyzer {

using namespace clang;

std::vector<FactArgument> Body::argumentsFor(llvm::ArrayRef<const Expr *> arguments) {
  std::vector<FactArgument> facts;
  facts.reserve(arguments.size());
  for (const Expr *one : arguments) {
    FactArgument argument;
    const Expr *inner = isTyped(one) ? stripped(one) : nullptr;
    if (!isTyped(inner)) {
      facts.emplace_back();
      continue;
    }
    // `(void *)(long)i` passes a number, and so does `(long)pointer`.
    if (inner->getType()->isIntegralOrEnumerationType() ||
        (inner->getType()->isPointerType() && one->getType()->isIntegralOrEnumerationType()))
      argument.value = paths_.provenance(inner);
    if (argument.value->from != Provenance::Constant && argument.value->from != Provenance::Unknown)
      guards_.describe(inner, argument);
    if (one->isGLValue() || !inner->getType()->isIntegralOrEnumerationType())
      argument.what = paths_.argument(one);
    facts.push_back(std::move(argument));
  }
  return facts;
}

/// Functions of the program that do not return are read themselves.
void Body::noteLeaving(const FunctionDecl *callee) {
  const CalleeMeaning &meaning = unit_.meaning(callee);
  const bool unwinds = (callee->isNoReturn() && !callee->hasBody() && !meaning.ends_process) ||
                       callee->hasAttr<ReturnsTwiceAttr>() || meaning.cancels_thread;
  fact().unwinds |= unwinds;
  fact().detaches |= meaning.detaches_thread;
}

namespace {

/// The pointer or std::function that the call calls; null if it names a function.
const Expr *heldBy(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return call->getCallee();
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && callee->getOverloadedOperator() == OO_Call && isStdFunction(method->getParent())
             ? objectOf(call)
             : nullptr;
}

} // namespace

void Body::visitCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (callee)
    noteLeaving(callee);
  if (callee && visitKnownCall(call, callee)) {
    visitChildren(call);
    return;
  }
  visitChildren(call);
  if (callee) {
    noteEmplacement(call, callee, nullptr);
    noteContainerChange(call, callee);
  }
  if (callee)
    noteCall(call, callee);
  if (const Expr *held = heldBy(call))
    noteHeldCall(call, held);
}

/// The function that a thread begins in calls what that thread was made for: each such callable is
/// an entry of its own.
///
///     void *trampoline(void *given) { struct job *job = given; job->run(job->argument); … }
void Body::noteHeldCall(const CallExpr *call, const Expr *held) {
  if (const auto inner = callableOf(held))
    return noteCall(call, inner->function);
  const CallableList passed = passedCallables(unit_, held);
  const bool entries = passed.size() > 1 && isThreadEntry(unit_, paths_.scope().function);
  for (const Callable &one : passed) {
    if (!entries) {
      noteCall(call, one.function);
      continue;
    }
    StartCall start; // without what is bound to it, which was written in another function
    start.callable = one;
    const auto arguments = argumentsOf(call);
    start.arguments.assign(arguments.begin(), arguments.end());
    start.many = one.many;
    start.own_thread = loops_.empty();
    start.how = "a call of what the thread was given";
    noteStart(start, call);
  }
}

bool Body::visitKnownCall(const CallExpr *call, const FunctionDecl *callee) {
  if (noteStarts(startsOf(unit_, call), call))
    return true;
  const CalleeMeaning &meaning = unit_.meaning(callee);
  if (meaning.fence) {
    fact().fences = true;
    return true;
  }
  if (meaning.binds_node) {
    FactAllocation bound =
        allocationAt(call, call->getNumArgs() > 0 ? paths_.argument(call->getArg(0)) : Designator{},
                     meaning.name);
    bound.kind = AllocationKind::NodeBound;
    bound.for_process = meaning.binds_process;
    fact().allocations.push_back(std::move(bound));
    return true;
  }
  return visitObjectOperator(call, callee) || visitContainerCall(call, callee) ||
         visitAtomicCall(call, meaning) || visitLockCall(call, meaning) ||
         visitBulkCall(call, meaning) || visitExchange(call, meaning.name);
}

/// `std::exchange(tail, next)`, `std::swap(front, back)`: library functions that write through
/// references.
bool Body::visitExchange(const CallExpr *call, const std::string &name) {
  const bool both = name == "std::swap";
  if ((!both && name != "std::exchange") || call->getNumArgs() != 2)
    return false;
  for (unsigned i = 0; i < (both ? 2U : 1U); ++i)
    note(paths_.object(call->getArg(i)), {Op::ReadModifyWrite, false, false, false, nullptr}, call);
  return true;
}

/// The stored value if it is a constant or a pointer; null for others, which tell nothing about
/// elements.
const Expr *Body::telling(const Expr *stored) const {
  return isTyped(stored) && (stored->getType()->isPointerType() || integerOf(stored, unit_.context))
             ? stored
             : nullptr;
}

void Body::noteAtomic(Designator target, Op op, const Expr *stored, const Expr *at) {
  if (op == Op::Write)
    noteAllocation(stored, target);
  const auto *call = dyn_cast<CallExpr>(at);
  note(std::move(target),
       {.op = op,
        .atomic = true,
        .value = telling(stored),
        .change = at,
        .changed = call ? objectOf(call) : nullptr},
       at);
}

/// Operators and methods of atomics and locks, and assignments of whole records.
bool Body::visitObjectOperator(const CallExpr *call, const FunctionDecl *callee) {
  const Expr *owner = objectOf(call);
  if (!owner)
    return false;
  const bool arrow = owner->getType()->isPointerType();
  const QualType type = arrow ? owner->getType()->getPointeeType() : owner->getType();
  const TypeClass kind = classOf(type, unit_.knowledge);
  const std::string method = plainName(callee);
  const auto target = [&] { return paths_.ofOwner(owner); };
  if (kind == TypeClass::Atomic) {
    if (const auto op = atomicMethodOf(method, unit_.knowledge))
      noteEach(target, [&](Designator what) {
        noteAtomic(std::move(what), *op, storeAt(call, nullptr).value, call);
      });
    return true;
  }
  if (kind == TypeClass::Lock || kind == TypeClass::Condition) {
    noteLockStep(lockStepOf(method, unit_.knowledge), target(), call);
    return true;
  }
  if (isBit(type) && (callee->getOverloadedOperator() == OO_Equal || method == "flip")) {
    noteEach(target, [&](Designator what) {
      note(std::move(what), {method == "flip" ? Op::ReadModifyWrite : Op::Write}, call);
    });
    return true;
  }
  if (changesBits(callee)) {
    const bool one = !method.empty() && call->getNumArgs() != 0;
    note(one ? paths_.object(call) : target(), {Op::ReadModifyWrite}, call);
    return true;
  }
  if (callee->getOverloadedOperator() == OO_Equal && kind == TypeClass::Plain &&
      type->isRecordType()) {
    const auto *assign = dyn_cast<CXXMethodDecl>(callee);
    if (assign && assign->isTrivial())
      note(target(), {Op::Write, false, false, true, nullptr}, call);
  }
  return false;
}

namespace {

/// Whether the type is small enough for atomic operations, at most two words.
/// `schedule_atomic_queues(device)` is none.
bool isOfWords(QualType type, const ASTContext &context) {
  constexpr std::uint64_t two_words = 16;
  return !type->isRecordType() || sizeOf(context, type).value_or(0) <= two_words;
}

} // namespace

bool Body::visitAtomicCall(const CallExpr *call, const CalleeMeaning &meaning) {
  const auto op = meaning.atomic;
  if (!op || call->getNumArgs() == 0 || isa<CXXMethodDecl>(call->getDirectCallee()))
    return false;
  for (const Expr *argument : call->arguments()) {
    if (!argument->getType()->isPointerType())
      continue;
    const Expr *inner = stripped(argument);
    const QualType pointee = inner->getType()->isPointerType()
                                 ? inner->getType()->getPointeeType()
                                 : argument->getType()->getPointeeType();
    if (!meaning.plain && !isOfWords(pointee, unit_.context))
      return false;
    const bool initial = llvm::StringRef(meaning.name).contains("init");
    noteEach([&] { return paths_.dereferenced(paths_.pointer(argument), pointee); },
             [&](Designator what) {
               note(std::move(what),
                    {.op = *op,
                     .atomic = !initial && !meaning.plain,
                     .change = call,
                     .changed = argument},
                    call);
             });
    fact().fences |= !meaning.plain;
    return true;
  }
  return false;
}

namespace {

/// The type of the elements behind an argument for a `void *` parameter.
QualType filledBy(const Expr *argument) {
  const QualType given = isTyped(stripped(argument)) ? stripped(argument)->getType() : QualType();
  if (!given.isNull() && given->isPointerType() && !given->isVoidPointerType())
    return given->getPointeeType();
  return argument->getType()->isPointerType() ? argument->getType()->getPointeeType()
                                              : argument->getType();
}

} // namespace

bool Body::visitBulkCall(const CallExpr *call, const CalleeMeaning &meaning) {
  const int at = meaning.bulk;
  if (at < 0 || at >= static_cast<int>(call->getNumArgs()))
    return false;
  const Expr *argument = call->getArg(static_cast<unsigned>(at));
  Designator target = paths_.argument(argument);
  if (target.root == Root::Unknown)
    return true;
  const bool whole_object = target.address_of &&
                            unit_.facts.type(target.type).kind != TypeClass::Array &&
                            (target.steps.empty() || target.steps.back().kind != StepKind::Index);
  if (whole_object)
    target.address_of = false;
  else
    target = paths_.element(std::move(target), {.from = Provenance::Whole}, filledBy(argument));
  note(std::move(target), {Op::Write, false, false, true, nullptr}, call);
  return true;
}

/// A call without its object and arguments.
FactCall Body::callAt(const Expr *at, const FunctionDecl *callee) {
  FactCall call;
  call.callee = unit_.function(callee);
  call.frequency = branch_.seldom ? BranchFrequency::Seldom : BranchFrequency::Usual;
  call.one_thread = branch_.one_thread;
  call.guards = branch_.numbers;
  call.loop_depth = loopDepth();
  call.iterations = iterations();
  call.loop = loop_positions_.back();
  call.held = held_;
  call.place = unit_.place(at->getExprLoc());
  return call;
}

void Body::noteCall(const CallExpr *call, const FunctionDecl *callee) {
  noteCallbacks(call, callee);
  // Of library functions, only those that join threads matter.
  const bool joins = unit_.meaning(callee).joins_thread;
  if ((unit_.inSystemHeader(callee->getLocation()) && !joins) || callee->getBuiltinID() != 0)
    return;
  FactCall fact_call;
  const auto reach = [&] {
    fact_call = callAt(call, callee);
    callees_[call] = fact_call.callee;
    if (const Expr *owner = objectOf(call)) {
      Designator object = paths_.ofOwner(owner);
      if (object.root != Root::Unknown)
        fact_call.object = std::move(object);
    }
    fact_call.arguments = argumentsFor(argumentsOf(call));
  };
  noteEach(reach, [&] {
    auto &calls = fact().calls;
    const auto &alike = same_calls_[hashOf(fact_call)];
    const auto known = llvm::find_if(alike, [&](std::uint32_t at) {
      const FactCall &one = calls[at];
      return one.callee == fact_call.callee && one.loop == fact_call.loop &&
             one.loop_depth >= fact_call.loop_depth && one.frequency <= fact_call.frequency &&
             one.one_thread <= fact_call.one_thread && one.arguments == fact_call.arguments &&
             one.object == fact_call.object && one.held == fact_call.held;
    });
    if (known == alike.end())
      addCall(std::move(fact_call));
    else
      NumberGuards::widen(calls[*known].guards, fact_call.guards);
  });
}

void Body::addCall(FactCall call) {
  auto &calls = fact().calls;
  same_calls_[hashOf(call)].push_back(static_cast<std::uint32_t>(calls.size()));
  calls.push_back(std::move(call));
}

/// Ends the noting of calls.
void Body::dropReplaced() {
  auto &calls = fact().calls;
  llvm::sort(replaced_);
  auto next = replaced_.begin();
  std::uint32_t at = 0;
  std::erase_if(calls, [&](const FactCall &) {
    const bool dropped = next != replaced_.end() && *next == at++;
    next += dropped;
    return dropped;
  });
  replaced_.clear();
  same_calls_.clear();
  homeless_.clear();
}

/// A lambda passed to a call that starts no thread runs on this thread; an algorithm of the library
/// calls it once per element.
void Body::noteCallbacks(const CallExpr *call, const FunctionDecl *callee) {
  for (const Expr *argument : call->arguments()) {
    const auto *lambda = dyn_cast<LambdaExpr>(stripped(argument));
    const CXXMethodDecl *body = lambda ? bodyOf(lambda) : nullptr;
    if (!body)
      continue;
    FactCall inner = callAt(argument, body);
    inner.loop_depth += callee->isInStdNamespace() ? 1U : 0U;
    inner.iterations = 0;
    addCall(std::move(inner));
  }
}

void Body::noteConstruction(const CXXConstructExpr *made, const Designator *target) {
  if (!noteGuard(made) && target)
    noteConstructorCall(made->getConstructor(), {made->getArgs(), made->getNumArgs()}, made,
                        target);
}

} // namespace fsfind::analyzer
