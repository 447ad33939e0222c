#include "analyzer/extract/editability/ObjectUses.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/editability/RawMemory.h"
#include "analyzer/extract/editability/SizeLocals.h"
#include "analyzer/extract/editability/StorageCalls.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <llvm/ADT/SetVector.h>

#include <algorithm>

namespace fsfind::analyzer {

using namespace clang;

namespace {

using ObjectUse = bool FactObjects::*;
/// How many levels of library templates are followed.
constexpr int kNesting = 4;

const RecordDecl *writtenRecord(const Unit &unit, QualType type) {
  if (type.isNull() || type->isDependentType())
    return nullptr;
  const RecordDecl *definition = definitionOf(unit.context, type);
  const auto *cxx = dyn_cast_or_null<CXXRecordDecl>(definition);
  return cxx && cxx->isLambda() ? nullptr : definition;
}

void noteObject(Unit &unit, const RecordDecl *record, ObjectUse use) {
  if (record)
    unit.objects[record].*use = true;
}

void noteUnsized(Unit &unit, const RecordDecl *record) {
  noteObject(unit, record, &FactObjects::storage);
  noteObject(unit, record, &FactObjects::unsized);
}

/// Whether one of the arguments is an allocator that is not the library's: it need not know of the
/// alignment of the nodes that it makes room for.
bool haveAllocator(llvm::ArrayRef<TemplateArgument> arguments) {
  return llvm::any_of(arguments, [](const TemplateArgument &argument) {
    const auto *record = argument.getKind() == TemplateArgument::Type
                             ? argument.getAsType()->getAsCXXRecordDecl()
                             : nullptr;
    return record && record->hasDefinition() && !record->isInStdNamespace() &&
           record->hasMemberName(&record->getASTContext().Idents.get("allocate"));
  });
}

void noteOnHeap(Unit &unit, QualType type, int depth, bool nodes = false);

/// Its allocator is asked for the elements themselves, which is seen in what the allocator does.
bool allocatesElements(const ClassTemplateSpecializationDecl *container) {
  return container->getName() == "vector" || container->getName() == "deque";
}

void noteArguments(Unit &unit, const ClassTemplateSpecializationDecl *instance, int depth,
                   bool nodes = false) {
  const auto arguments = instance->getTemplateArgs().asArray();
  nodes |= !allocatesElements(instance) && haveAllocator(arguments);
  for (const TemplateArgument &argument : arguments)
    if (argument.getKind() == TemplateArgument::Type)
      noteOnHeap(unit, argument.getAsType(), depth, nodes);
}

/// Notes that the project's records within the type lie on the heap, in `nodes` that an allocator
/// of the project's makes room for or not; looks into the library's templates.
void noteOnHeap(Unit &unit, QualType type, int depth, bool nodes) {
  if (type.isNull() || depth == 0)
    return;
  if (const auto *function = type->getAs<FunctionProtoType>())
    return noteOnHeap(unit, function->getReturnType(), depth - 1);
  const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      unit.context.getBaseElementType(type)->getAsRecordDecl());
  if (!instance || !instance->isInStdNamespace())
    return nodes ? noteUnsized(unit, writtenRecord(unit, type))
                 : noteObject(unit, writtenRecord(unit, type), &FactObjects::heap);
  noteArguments(unit, instance, depth - 1, nodes);
}

void noteNew(Unit &unit, const CXXNewExpr *made) {
  const bool own = isa_and_nonnull<CXXMethodDecl>(made->getOperatorNew());
  const bool placed = llvm::any_of(made->placement_arguments(), [](const Expr *argument) {
    return isTyped(argument) && argument->getType()->isPointerType();
  });
  if (own || placed)
    noteUnsized(unit, writtenRecord(unit, made->getAllocatedType()));
  else
    noteOnHeap(unit, made->getAllocatedType(), kNesting);
}

/// `sizeof(a) / sizeof(a[0])` is a number of elements and does not depend on their size.
void acceptQuotient(Unit &unit, const BinaryOperator *quotient) {
  const auto *whole = dyn_cast<UnaryExprOrTypeTraitExpr>(quotient->getLHS()->IgnoreParenImpCasts());
  const auto *part = dyn_cast<UnaryExprOrTypeTraitExpr>(quotient->getRHS()->IgnoreParenImpCasts());
  if (!whole || !part || whole->getKind() != UETT_SizeOf || part->getKind() != UETT_SizeOf ||
      !whole->getTypeOfArgument()->isArrayType())
    return;
  unit.accepted_sizes.insert(whole);
  unit.accepted_sizes.insert(part);
}

struct Sizes {
  llvm::SmallVector<const UnaryExprOrTypeTraitExpr *, 2> all;
  llvm::SmallSetVector<const CallExpr *, 2> calls; ///< of the functions that return some of them
};

/// What the function returns, if it does nothing else, and all its calls are seen: `return sizeof
/// (struct table) + n * sizeof(struct row);`
const Expr *returnedSize(const FunctionDecl *function) {
  const FunctionDecl *definition = function ? function->getDefinition() : nullptr;
  if (!definition || definition->isDependentContext() ||
      !definition->getReturnType()->isIntegerType() ||
      (definition->isExternallyVisible() && !definition->isInlined()))
    return nullptr;
  const auto *body = dyn_cast_or_null<CompoundStmt>(definition->getBody());
  const auto *only = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const Expr *returned = only ? only->getRetValue() : nullptr;
  return returned && isTyped(returned) && !isa<CallExpr>(returned->IgnoreParenCasts()) ? returned
                                                                                       : nullptr;
}

/// Finds sizeof expressions, and calls of functions that return a size: alone, in sums and in
/// products, there or in what a local holds.
void findSizes(Unit &unit, const Expr *expression, Sizes &sizes) {
  expression = withoutWideCasts(unit, expression);
  if (const Expr *held = sizeHeld(unit, expression))
    return findSizes(unit, held, sizes);
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expression))
    sizes.all.push_back(size);
  if (const auto *call = dyn_cast<CallExpr>(expression);
      call && returnedSize(call->getDirectCallee()))
    sizes.calls.insert(call);
  const auto *both = dyn_cast<BinaryOperator>(expression);
  if (!both || !(both->isMultiplicativeOp() || both->isAdditiveOp()))
    return;
  if (both->getOpcode() == BO_Div)
    return acceptQuotient(unit, both);
  findSizes(unit, both->getLHS(), sizes);
  findSizes(unit, both->getRHS(), sizes);
}

/// Adds what the functions return that are called, and those that they call: each call once, since
/// functions may call themselves.
void followCalls(Unit &unit, Sizes &sizes) {
  for (std::size_t i = 0; i < sizes.calls.size(); ++i)
    findSizes(unit, returnedSize(sizes.calls[i]->getDirectCallee()), sizes);
}

/// Those that the call is told.
Sizes sizesFor(Unit &unit, const CallExpr *call) {
  Sizes sizes;
  for (const Expr *argument : call->arguments())
    if (isTyped(argument))
      findSizes(unit, argument, sizes);
  followCalls(unit, sizes);
  return sizes;
}

/// Allocators, and functions that let the bytes be or fill them with one value.
bool takesMemoryBySize(Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && (allocatorOf(nameOf(callee), unit.knowledge) ||
                    unit.meaning(callee).keeps_bytes || fillsWithOneValue(unit, call));
}

void noteSizes(Unit &unit, const CallExpr *call) {
  const Sizes sizes = sizesFor(unit, call);
  if (sizes.all.empty() || tellsSizes(call)) // told sizes count as those outside of calls
    return;
  // What a function returns is followed only to where memory comes from or goes.
  if (!sizes.calls.empty() && !takesMemoryBySize(unit, call))
    return;
  const FunctionDecl *callee = call->getDirectCallee();
  const bool harmless = fillsMemory(unit, call) || givesAlignedMemory(unit, call) ||
                        (callee && unit.meaning(callee).keeps_bytes);
  unit.accepted_sizes.insert(sizes.calls.begin(), sizes.calls.end());
  for (const UnaryExprOrTypeTraitExpr *size : sizes.all) {
    unit.accepted_sizes.insert(size);
    if (!harmless)
      unit.storage.emplace_back(call, writtenRecord(unit, size->getTypeOfArgument()));
  }
}

/// Nothing is known to follow the size that the function returns.
void noteToldSize(Unit &unit, const FunctionDecl *function) {
  Sizes sizes;
  findSizes(unit, returnedSize(function), sizes);
  followCalls(unit, sizes);
  unit.told_sizes.insert(sizes.all.begin(), sizes.all.end());
}

void noteCall(Unit &unit, const CallExpr *call) {
  noteSizes(unit, call);
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return;
  if (returnedSize(callee)) {
    --unit.size_functions[callee->getDefinition()];
    if (!unit.accepted_sizes.contains(call))
      noteToldSize(unit, callee);
  }
  const TemplateArgumentList *types =
      makesOnHeap(callee) ? callee->getTemplateSpecializationArgs() : nullptr;
  if (types && types->size() > 0 && types->get(0).getKind() == TemplateArgument::Type)
    noteOnHeap(unit, types->get(0).getAsType(), kNesting, haveAllocator(types->asArray()));
}

/// `MAP_FAILED`: 0 or -1 as a pointer, where there is no object.
bool isSentinel(const Unit &unit, const Expr *pointer) {
  const Expr *number = pointer->IgnoreParenCasts();
  const auto value = integerValue(number, unit.context);
  return value && (value->isZero() || value->isAllOnes());
}

bool isToldSizeOf(Unit &unit, const CallExpr *call, const RecordDecl *record) {
  return llvm::any_of(sizesFor(unit, call).all, [&](const UnaryExprOrTypeTraitExpr *size) {
    return writtenRecord(unit, size->getTypeOfArgument()) == record;
  });
}

/// `mmap(0, 4096, …)`, `aligned_alloc(64, 64)`: the memory does not grow with the record.
bool hasFixedSize(Unit &unit, const CallExpr *call, const RecordDecl *record) {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto allocator = callee ? allocatorOf(nameOf(callee), unit.knowledge) : std::nullopt;
  if (!allocator || isToldSizeOf(unit, call, record))
    return false;
  const auto size = static_cast<unsigned>(std::max(allocator->size, 0));
  return allocator->kind == AllocationKind::Map ||
         (size < call->getNumArgs() && constantOf(call->getArg(size), unit.context) != 0);
}

/// `struct queue *q = memory;`, where `memory` is a `void *` or a number.
void noteCastOfMemory(Unit &unit, const CastExpr *cast) {
  const bool address = cast->getCastKind() == CK_IntegralToPointer;
  if (!cast->getType()->isPointerType() ||
      !(address ||
        (cast->getCastKind() == CK_BitCast && cast->getSubExpr()->getType()->isVoidPointerType())))
    return;
  const RecordDecl *record = writtenRecord(unit, cast->getType()->getPointeeType());
  if (!record || isSentinel(unit, cast->getSubExpr()))
    return;
  const CallExpr *call = callBehind(unit, cast->getSubExpr());
  if (!address && isKeptPointer(unit, cast->getSubExpr(), cast->getType())) {
    if (call && hasFixedSize(unit, call, record))
      noteUnsized(unit, record);
    return;
  }
  if (!call)
    return noteUnsized(unit, record);
  unit.storage.emplace_back(call, record);
  unit.made.insert({call, record});
}

/// Notes the records of calls whose memory no edit can align.
void noteStorage(Unit &unit) {
  for (const auto &[call, record] : unit.storage) {
    if (!record)
      continue;
    const auto followed = unit.followed.find(call);
    if (followed != unit.followed.end() && unit.knows(record) &&
        unit.record(record) == followed->second) {
      unit.objects.try_emplace(record); // the record has to enter the facts
      continue;
    }
    noteObject(unit, record, &FactObjects::storage);
    if (!isToldSizeOf(unit, call, record))
      noteObject(unit, record, &FactObjects::unsized);
  }
  unit.storage.clear();
}

/// In source order, because the map's order depends on addresses.
std::vector<std::pair<const RecordDecl *, FactObjects>>
takenInOrder(llvm::DenseMap<const RecordDecl *, FactObjects> &objects) {
  std::vector<std::pair<const RecordDecl *, FactObjects>> all(objects.begin(), objects.end());
  objects.clear();
  std::sort(all.begin(), all.end(), [](const auto &one, const auto &other) {
    return one.first->getLocation() < other.first->getLocation();
  });
  return all;
}

/// A container or smart pointer: its objects may hold others on the heap.
void noteLibraryClass(Unit &unit, const RecordDecl *library) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(library);
  if (!instance || !library->isInStdNamespace() || holdsInPlace(library))
    return;
  noteArguments(unit, instance, kNesting);
}

/// Notes those that have entered the facts since the last call.
void noteLibraryClasses(Unit &unit) {
  for (const RecordDecl *library : unit.library_classes)
    noteLibraryClass(unit, library);
  unit.library_classes.clear();
}

} // namespace

void noteFunctionNamed(Unit &unit, const Expr *pointer) {
  const auto *decay = dyn_cast<ImplicitCastExpr>(pointer);
  const auto *address = dyn_cast<UnaryOperator>(pointer);
  const Expr *of = decay ? decay->getSubExpr() : address ? address->getSubExpr() : nullptr;
  const auto *name = of ? dyn_cast<DeclRefExpr>(of->IgnoreParens()) : nullptr;
  const auto *function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
  if (function && returnedSize(function))
    ++unit.size_functions[function->getDefinition()];
}

void noteObjectUse(Unit &unit, const Expr *expression) {
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return noteCastOfMemory(unit, cast);
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return noteCall(unit, call);
  if (const auto *made = dyn_cast<CXXNewExpr>(expression))
    return noteNew(unit, made);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression);
      binary && binary->getOpcode() == BO_Div)
    return acceptQuotient(unit, binary);
  const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expression);
  if (size)
    unit.sizes.push_back(size);
}

void settleObjects(Unit &unit) {
  for (const auto &[function, named] : unit.size_functions)
    if (named > 0) // its address is taken: what is done with the size is not seen
      noteToldSize(unit, function);
  for (const UnaryExprOrTypeTraitExpr *size : unit.sizes)
    if (!unit.accepted_sizes.contains(size) || unit.told_sizes.contains(size))
      noteObject(unit, writtenRecord(unit, size->getTypeOfArgument()), &FactObjects::sizes);
  unit.sizes.clear();
  noteStorage(unit);
  // Describing a record may bring further ones.
  for (noteLibraryClasses(unit); !unit.objects.empty(); noteLibraryClasses(unit))
    for (const auto &[record, uses] : takenInOrder(unit.objects))
      if (unit.knows(record) || !unit.inSystemHeader(record->getLocation())) {
        FactObjects &known = unit.at(unit.record(record)).objects;
        known.sizes |= uses.sizes;
        known.storage |= uses.storage;
        known.unsized |= uses.unsized;
        known.heap |= uses.heap;
      }
}

} // namespace fsfind::analyzer
