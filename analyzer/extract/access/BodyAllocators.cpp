#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/access/PassedNumbers.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/editability/AllocatorCalls.h"
#include "analyzer/extract/editability/RawMemory.h"
#include "analyzer/extract/editability/StorageCalls.h"
#include "analyzer/extract/flow/Expressions.h"

/// The part of Body about calls that allocate: the library's allocators, the project's own, and
/// calls through pointers.
namespace fsfind::analyzer {

using namespace clang;

namespace {

bool hasOnlyKnown(const CallExpr *call, const PassedNumbers &numbers) {
  return llvm::all_of(call->arguments(), [&](const Expr *one) {
    return !isTyped(one) || !one->getType()->isIntegralOrEnumerationType() || numbers.of(one);
  });
}

/// `posix_memalign(&p, …)`
bool givesByPointer(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->getDeclName().isIdentifier() && callee->getName() == "posix_memalign" &&
         call->getNumArgs() == 3;
}

bool isAddressOfPointer(const Expr *argument) {
  const auto *address = dyn_cast<UnaryOperator>(argument->IgnoreParenCasts());
  return address && address->getOpcode() == UO_AddrOf && isTyped(address) &&
         address->getSubExpr()->getType()->isPointerType();
}

/// A function with more expressions and statements does more than allocate.
constexpr unsigned kMostStatements = 80;

/// `operator new(size, std::align_val_t(64))`
bool takesAlignment(const CallExpr *call) {
  return llvm::any_of(call->arguments(), [](const Expr *one) {
    return isTyped(one) && one->getType()->isAlignValT();
  });
}

/// Whether the call has the signature of malloc or aligned_alloc.
bool isShapedAsAllocator(const CallExpr *call) {
  return call->getType()->isVoidPointerType() && call->getNumArgs() > 0 &&
         llvm::all_of(call->arguments(),
                      [](const Expr *one) { return one->getType()->isIntegerType(); });
}

} // namespace

/// The call by which a project's allocator gets its memory; null if there are several or its
/// guarantee is not known.
const CallExpr *Body::allocatorIn(const FunctionDecl *function) const {
  const FunctionDecl *definition = nullptr;
  if (!function->hasBody(definition) || definition->isDependentContext())
    return nullptr;
  const CallExpr *found = nullptr;
  llvm::SmallVector<const Stmt *, 32> left{definition->getBody()};
  for (unsigned seen = 0; !left.empty(); ++seen) {
    const Stmt *one = left.pop_back_val();
    if (seen == kMostStatements)
      return nullptr;
    if (const auto *call = dyn_cast<CallExpr>(one); call && call->getDirectCallee()) {
      const auto known = allocatorOf(nameOf(call->getDirectCallee()), unit_.knowledge);
      if (known && (known->alignment != 0 || known->kind == AllocationKind::Aligned)) {
        if (found)
          return nullptr;
        found = call;
      }
    }
    for (const Stmt *child : one->children())
      if (child)
        left.push_back(child);
  }
  return found;
}

/// The pointer to the pointer by which the call hands memory over, in place of its result:
/// posix_memalign's own, or one that a function of the project passes on to it. Null for others.
const Expr *Body::memoryGoesTo(const CallExpr *call) const {
  if (givesByPointer(call))
    return call->getArg(0)->IgnoreParenCasts();
  if (!call->getDirectCallee() || llvm::none_of(call->arguments(), isAddressOfPointer))
    return nullptr;
  const CallExpr *giver = allocatorIn(call->getDirectCallee());
  const auto *parameter = giver && givesByPointer(giver)
                              ? dyn_cast_or_null<ParmVarDecl>(namedVariable(giver->getArg(0)))
                              : nullptr;
  return parameter && parameter->getFunctionScopeIndex() < call->getNumArgs()
             ? call->getArg(parameter->getFunctionScopeIndex())->IgnoreParenCasts()
             : nullptr;
}

namespace {

template <class Is> bool anyIn(const Stmt *statement, const Is &is) {
  return is(statement) || std::any_of(statement->child_begin(), statement->child_end(),
                                      [&](const Stmt *one) { return one && anyIn(one, is); });
}

/// As FactAllocation::terms.
std::uint32_t termsOf(const Expr *count) {
  count = count->IgnoreParenImpCasts();
  if (const auto *product = dyn_cast<BinaryOperator>(count);
      product && product->getOpcode() == BO_Mul)
    return termsOf(product->getLHS()) + termsOf(product->getRHS());
  return anyIn(count, [](const Stmt *one) { return isa<UnaryExprOrTypeTraitExpr>(one); }) ? 0 : 1;
}

bool hasSum(const Expr *count) {
  return anyIn(count, [](const Stmt *one) {
    const auto *binary = dyn_cast<BinaryOperator>(one);
    return binary && binary->getOpcode() == BO_Add;
  });
}

} // namespace

/// Adds what the expression says of the number of elements or bytes.
void Body::addCount(const Expr *count, FactAllocation &allocation) const {
  allocation.count += (allocation.count.empty() ? "" : ", ") + paths_.text(count);
  allocation.terms += termsOf(count);
  allocation.sum |= hasSum(count);
}

/// `alloc_func(size)`, `hooks->malloc(size)`: recognised by the pointer's name or by the call's
/// signature.
void Body::noteAllocatorBehindPointer(const CallExpr *call, const Designator &target) {
  const Expr *callee = stripped(call->getCallee());
  const auto *member = dyn_cast<MemberExpr>(callee);
  const auto *variable = dyn_cast<DeclRefExpr>(callee);
  const ValueDecl *pointer = member     ? member->getMemberDecl()
                             : variable ? variable->getDecl()
                                        : nullptr;
  if (!pointer || !call->getType()->isPointerType())
    return;
  const auto allocator = allocatorOf(pointer->getNameAsString(), unit_.knowledge);
  if (!allocator && !isShapedAsAllocator(call))
    return;
  FactAllocation allocation = allocationAt(call, target, pointer->getNameAsString());
  allocation.kind = allocator ? allocator->kind : AllocationKind::Malloc;
  allocation.alignment = 0;
  allocation.element = unit_.facts.type(target.type).element;
  allocation.moves = allocator && allocator->moves;
  allocation.maps_file = allocation.kind == AllocationKind::Map;
  for (const Expr *one : call->arguments())
    if (one->getType()->isIntegerType())
      addCount(one, allocation);
  fact().allocations.push_back(std::move(allocation));
}

/// `make_shared<std::vector<T>>(n)`: the elements of the new container.
void Body::noteElements(const CallExpr *call, const Designator &container) {
  const FactType type = unit_.facts.type(container.type);
  if (type.kind != TypeClass::Container || call->getNumArgs() == 0 ||
      !call->getArg(0)->getType()->isIntegralOrEnumerationType())
    return;
  FactAllocation elements = allocationAt(call, container, "std::vector(n)");
  elements.kind = AllocationKind::Container;
  elements.element = type.element;
  elements.touches = type.fills || call->getNumArgs() > 1;
  addCount(call->getArg(0), elements);
  fact().allocations.push_back(std::move(elements));
}

void Body::noteAllocatorCall(const CallExpr *call, const Designator &target) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return noteAllocatorBehindPointer(call, target);
  const std::string name = nameOf(callee);
  const llvm::StringRef plain = llvm::StringRef(name).rsplit("::").second.empty()
                                    ? llvm::StringRef(name)
                                    : llvm::StringRef(name).rsplit("::").second;
  if (plain == "make_unique" || plain == "make_shared" || plain == "make_unique_for_overwrite") {
    const QualType owner = templateArgument(call->getType()->getAsRecordDecl(), 0);
    if (owner.isNull())
      return;
    FactAllocation made = allocationAt(call, target, name);
    const bool array = owner->isArrayType();
    made.kind = AllocationKind::New;
    made.element =
        unit_.type(array ? unit_.context.getAsArrayType(owner)->getElementType() : owner);
    const FactType &type = unit_.facts.type(*made.element);
    made.touches = plain != "make_unique_for_overwrite";
    made.bytes =
        array
            ? (call->getNumArgs() > 0 ? constantOf(call->getArg(0), unit_.context) * type.size : 0)
            : type.size;
    if (array && call->getNumArgs() > 0)
      addCount(call->getArg(0), made);
    if (unit_.context.getLangOpts().AlignedAllocation)
      made.alignment = std::max(kMallocAlignment, type.align);
    fact().allocations.push_back(std::move(made));
    if (!array) {
      Designator object = target;
      object.steps.push_back({StepKind::Deref, {}, 0, {}});
      object.type = unit_.type(owner);
      noteEmplacement(call, callee, &object);
      noteElements(call, object);
    }
    return;
  }
  auto allocator = allocatorOf(name, unit_.knowledge);
  const CallExpr *wrapped = nullptr;
  const bool by_pointer = memoryGoesTo(call) != nullptr;
  if ((!allocator || allocator->alignment == 0) &&
      (by_pointer ? !givesByPointer(call) : call->getType()->isVoidPointerType()))
    wrapped = allocatorIn(callee);
  if (wrapped)
    allocator = allocatorOf(nameOf(wrapped->getDirectCallee()), unit_.knowledge);
  if (allocator && takesAlignment(call))
    allocator->kind = AllocationKind::Aligned;
  if (!allocator || !(by_pointer || call->getType()->isPointerType()))
    return;
  const CallExpr *giver = wrapped ? wrapped : call;
  FactAllocation allocation = allocationAt(call, target, name);
  allocation.kind = allocator->kind;
  allocation.alignment = allocator->alignment;
  allocation.moves = allocator->moves;
  allocation.maps_file = mapsFile(unit_, giver, *allocator);
  const auto argument = [&](int at) {
    return at >= 0 && at < static_cast<int>(giver->getNumArgs())
               ? giver->getArg(static_cast<unsigned>(at))
               : nullptr;
  };
  const Expr *size = argument(allocator->size);
  const Expr *count = argument(allocator->count);
  if (wrapped) {
    for (const Expr *one : call->arguments())
      if (one->getType()->isIntegerType())
        addCount(one, allocation);
  } else if (count) {
    addCount(count, allocation);
    if (allocation.kind == AllocationKind::Calloc)
      allocation.sum = false;                                       // one more element
    if (size && isa<BinaryOperator>(size->IgnoreParenImpCasts())) { // the size is itself computed
      allocation.count += " * (" + paths_.text(size) + ")";
      allocation.terms += termsOf(size);
      allocation.sum |= hasSum(size);
    }
  } else if (size) {
    addCount(size, allocation);
  }
  LocalFlow flow_of_wrapper(unit_);
  if (wrapped)
    flow_of_wrapper.add(callee->getBody());
  const PassedNumbers here(unit_.context, flow_);
  const PassedNumbers inside(unit_.context, flow_of_wrapper, call, &here);
  const PassedNumbers &numbers = wrapped ? inside : here;
  // What else than rounding up adds to a size may be in front of the objects.
  const bool adds = wrapped && allocation.kind != AllocationKind::Aligned && size &&
                    !isa<DeclRefExpr>(size->IgnoreParenCasts());
  const bool counted = count || wrapped || hasOnlyKnown(call, here);
  if (counted && !adds) // otherwise another argument may be a count
    allocation.bytes = numbers.of(size).value_or(0) * (count ? numbers.of(count).value_or(0) : 1);
  if (allocator->kind == AllocationKind::Aligned) {
    allocation.alignment = kDefaultLineSize;
    for (const Expr *one : giver->arguments())
      if (const std::uint64_t value = one == size ? 0 : numbers.of(one).value_or(0);
          value != 0 && (value & (value - 1)) == 0)
        allocation.alignment = std::max(value, kMallocAlignment);
  }
  if (wrapped || allocator->alignment == 0)
    allocation.wrapper = unit_.function(callee);
  allocation.element = unit_.facts.type(target.type).element;
  if (const QualType made = madeBehind(unit_, call, paths_.scope().function); !made.isNull())
    allocation.element = unit_.type(made);
  allocation.call = allocatorCall(
      unit_, call, allocation.element ? unit_.facts.type(*allocation.element).record : std::nullopt,
      paths_.scope().function);
  fact().allocations.push_back(std::move(allocation));
}

} // namespace fsfind::analyzer
