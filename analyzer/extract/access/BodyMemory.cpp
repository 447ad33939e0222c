#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Initialisers.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/editability/RawMemory.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/Attr.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isAllocator(QualType type) {
  const RecordDecl *record = type.getNonReferenceType()->getAsRecordDecl();
  return record && record->getName().contains_insensitive("allocator");
}

} // namespace

bool writesElements(const CXXNewExpr *made) {
  const Expr *value = made->getInitializer();
  const auto *constructor = dyn_cast_or_null<CXXConstructExpr>(value);
  // `new T[n]` of a class also calls a constructor, which may do nothing.
  const bool written = value && (!constructor || made->getDirectInitRange().isValid() ||
                                 constructor->getParenOrBraceRange().isValid());
  return written || !leavesMembers(made->getAllocatedType());
}

FactAllocation Body::allocationAt(const Expr *at, const Designator &target, std::string how) {
  FactAllocation allocation;
  allocation.target = target;
  allocation.how = std::move(how);
  allocation.alignment = kMallocAlignment;
  allocation.loop_depth = loopDepth();
  allocation.place = unit_.place(at->getExprLoc());
  return allocation;
}

void Body::noteNewArray(const CXXNewExpr *made, const Designator &target) {
  made_.insert(made);
  const QualType element = made->getAllocatedType();
  FactAllocation allocation = allocationAt(made, target, "new");
  // It may have been noted before its holder was known.
  fact().allocations.eraseIf([&](const FactAllocation &one) {
    return one.target.root == Root::Unknown && one.place == allocation.place;
  });
  allocation.kind = AllocationKind::New;
  allocation.element = unit_.type(element);
  const FactType &type = unit_.facts.type(*allocation.element);
  // A class's own operator, and memory that nothing is known of, are assumed to be aligned.
  const FunctionDecl *source = made->getOperatorNew();
  const bool own = source && !source->isReplaceableGlobalAllocationFunction();
  if (own || unit_.context.getLangOpts().AlignedAllocation)
    allocation.alignment = std::max(kMallocAlignment, type.align);
  allocation.alignment = std::max(allocation.alignment, alignmentUnder(made));
  if (made->isArray()) {
    allocation.touches = writesElements(made);
    allocation.how = allocation.touches ? "new T[n]()" : "new T[n]";
    if (const auto size = made->getArraySize(); size && *size) {
      addCount(*size, allocation);
      allocation.bytes = constantOf(*size, unit_.context) * type.size;
    }
  } else {
    allocation.bytes = type.size;
    allocation.touches = writesElements(made);
  }
  fact().allocations.push_back(std::move(allocation));
}

/// The alignment of the memory that placement new is given; 0 if it is not known.
std::uint64_t Body::alignmentUnder(const CXXNewExpr *made) {
  const FunctionDecl *source = made->getOperatorNew();
  if (!source || !source->isReservedGlobalPlacementOperator() || made->getNumPlacementArgs() != 1)
    return 0;
  const CallExpr *call = callBehind(unit_, made->getPlacementArg(0));
  const Designator memory = paths_.pointer(made->getPlacementArg(0));
  for (const FactAllocation &one : fact().allocations)
    if ((call && one.place == unit_.place(call->getExprLoc())) ||
        (one.target.root == Root::Variable && one.target.variable == memory.variable &&
         one.target.steps == memory.steps && memory.root == Root::Variable))
      return one.alignment;
  return 0;
}

/// `table.push_back(new T)`, `slot.store(new T)`: an allocation whose holder is not known.
void Body::noteUnheld(const CXXNewExpr *made) {
  const FunctionDecl *source = made->getOperatorNew();
  if (source && source->isReplaceableGlobalAllocationFunction() && !made_.contains(made) &&
      !made->getAllocatedType()->isDependentType())
    noteNewArray(made, {});
}

bool Body::noteContainerSize(const CXXConstructExpr *made, const Designator &target) {
  const QualType type = made->getType();
  if (classOf(type, unit_.knowledge) != TypeClass::Container || made->getNumArgs() == 0)
    return false;
  const CXXConstructorDecl *constructor = made->getConstructor();
  if (constructor->isMoveConstructor() || made->isStdInitListInitialization())
    return true;
  const FactType fact_type = unit_.facts.type(unit_.type(type));
  const Expr *first = made->getArg(0);
  const bool sized = first->getType()->isIntegralOrEnumerationType();
  const bool valued = made->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(made->getArg(1)) &&
                      !(sized && isAllocator(made->getArg(1)->getType()));
  if (!sized && !constructor->isCopyConstructor() && !valued)
    return true;
  FactAllocation allocation = allocationAt(
      made, target,
      sized ? (valued ? "std::vector(n, value)" : "std::vector(n)") : "std::vector(range)");
  allocation.kind = AllocationKind::Container;
  allocation.element = fact_type.element;
  allocation.touches = fact_type.fills || valued;
  if (sized) {
    addCount(first, allocation);
    if (fact_type.element)
      allocation.bytes =
          constantOf(first, unit_.context) * unit_.facts.type(*fact_type.element).size;
  }
  if (fact_type.element && unit_.context.getLangOpts().AlignedAllocation)
    allocation.alignment = std::max(kMallocAlignment, unit_.facts.type(*fact_type.element).align);
  fact().allocations.push_back(std::move(allocation));
  return true;
}

/// Notes the allocation in `value`, with which `target` is initialised or which is assigned to it.
void Body::noteAllocation(const Expr *value, const Designator &target) {
  if (!isTyped(value) || target.root == Root::Unknown)
    return;
  if (const auto *made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
      made && noteContainerSize(made, target))
    return;
  const Expr *inner = stripped(value);
  if (const auto *made = dyn_cast<CXXConstructExpr>(inner)) {
    if (noteContainerSize(made, target) || made->getNumArgs() == 0)
      return;
    inner = stripped(made->getArg(0));
  }
  if (const auto *list = dyn_cast<InitListExpr>(inner); list && list->getNumInits() == 1)
    inner = stripped(list->getInit(0));
  if (const auto *made = dyn_cast<CXXNewExpr>(inner)) {
    noteNewArray(made, target);
    if (made->getConstructExpr() && !made->isArray()) {
      Designator object = target;
      object.steps.push_back({StepKind::Deref, {}, 0, {}});
      object.type = unit_.type(made->getAllocatedType());
      noteConstruction(made->getConstructExpr(), &object);
    }
  } else if (const auto *call = dyn_cast<CallExpr>(inner);
             call && !call->getType()->isIntegerType())
    noteAllocatorCall(call, target);
}

/// resize, assign, reset and operator= of containers and smart pointers, and posix_memalign.
bool Body::visitContainerCall(const CallExpr *call, const FunctionDecl *callee) {
  const Expr *owner = objectOf(call);
  if (!owner) {
    const Expr *to = memoryGoesTo(call);
    if (to)
      noteAllocatorCall(call,
                        paths_.dereferenced(paths_.pointer(to), to->getType()->getPointeeType()));
    return to && !callee->hasBody();
  }
  const bool arrow = owner->getType()->isPointerType();
  const QualType type = arrow ? owner->getType()->getPointeeType() : owner->getType();
  const TypeClass kind = classOf(type, unit_.knowledge);
  if (kind != TypeClass::Container && kind != TypeClass::Pointer)
    return false;
  Designator target = paths_.ofOwner(owner);
  const std::string name = plainName(callee);
  const auto arguments = argumentsOf(call);
  if (callee->getOverloadedOperator() == OO_Equal || name == "reset") {
    if (!arguments.empty()) {
      noteAllocation(arguments[0], target);
      noteResult(arguments[0], target);
    }
    return true;
  }
  if (kind != TypeClass::Container || (name != "resize" && name != "assign") || arguments.empty())
    return kind == TypeClass::Container && !isa<CXXOperatorCallExpr>(call) &&
           (name == "size" || name == "empty" || name == "reserve");
  const FactType fact_type = unit_.facts.type(unit_.type(type.getUnqualifiedType()));
  FactAllocation allocation = allocationAt(call, target, "std::vector::" + name);
  allocation.kind = AllocationKind::Container;
  allocation.element = fact_type.element;
  allocation.touches = fact_type.fills || arguments.size() > 1;
  addCount(arguments[0], allocation);
  if (fact_type.element)
    allocation.bytes =
        constantOf(arguments[0], unit_.context) * unit_.facts.type(*fact_type.element).size;
  fact().allocations.push_back(std::move(allocation));
  return true;
}

} // namespace fsfind::analyzer
