#include "analyzer/extract/editability/StorageCalls.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/flow/Expressions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isNamed(const NamedDecl *decl, std::initializer_list<llvm::StringLiteral> names) {
  return decl->getIdentifier() && llvm::is_contained(names, decl->getName());
}

/// The alignment among the arguments, in bytes; that of a cacheline if none is constant.
std::uint64_t alignmentAskedFor(const CallExpr *call, const Allocator &allocator,
                                const ASTContext &context) {
  for (unsigned i = 0; i < call->getNumArgs(); ++i)
    if (static_cast<int>(i) != allocator.size)
      if (const std::uint64_t value = constantOf(call->getArg(i), context);
          value != 0 && (value & (value - 1)) == 0)
        return value;
  return kDefaultLineSize;
}

} // namespace

bool tellsSizes(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee &&
         (callee->hasAttr<FormatAttr>() || callee->getOverloadedOperator() == OO_LessLess);
}

bool fillsMemory(const Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && bulkTargetOf(nameOf(callee), unit.knowledge) >= 0;
}

bool fillsWithOneValue(const Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && fillsWithByte(nameOf(callee), unit.knowledge);
}

bool mapsFile(const Unit &unit, const CallExpr *call, const Allocator &allocator) {
  if (allocator.kind != AllocationKind::Map || allocator.file < 0)
    return false;
  const auto file = static_cast<unsigned>(allocator.file);
  return file >= call->getNumArgs() || integerOf(call->getArg(file), unit.context) != -1;
}

bool givesAlignedMemory(const Unit &unit, const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto allocator = callee ? allocatorOf(nameOf(callee), unit.knowledge) : std::nullopt;
  if (!allocator || mapsFile(unit, call, *allocator))
    return false;
  const bool takes_alignment = llvm::any_of(call->arguments(), [](const Expr *argument) {
    return isTyped(argument) && argument->getType()->isAlignValT();
  });
  return allocator->alignment >= kDefaultLineSize ||
         ((takes_alignment || allocator->kind == AllocationKind::Aligned) &&
          alignmentAskedFor(call, *allocator, unit.context) >= kDefaultLineSize);
}

bool makesOnHeap(const FunctionDecl *callee) {
  return isNamed(callee, {"make_shared", "make_unique", "allocate_shared",
                          "make_shared_for_overwrite", "make_unique_for_overwrite"}) &&
         callee->isInStdNamespace();
}

bool holdsInPlace(const RecordDecl *library) {
  return isNamed(library, {"array", "atomic", "pair", "tuple", "optional", "variant"});
}

bool isKeptPointer(const Unit &unit, const Expr *pointer, QualType made) {
  pointer = pointer->IgnoreParenCasts();
  if (const auto *call = dyn_cast<CallExpr>(pointer))
    return givesAlignedMemory(unit, call);
  if (isa<MemberExpr, ArraySubscriptExpr>(pointer) || !isTyped(pointer) ||
      isNullConstant(pointer, unit.context))
    return true;
  const auto *named = dyn_cast<DeclRefExpr>(pointer);
  const auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  if (!variable)
    return false;
  if (!isa<ParmVarDecl>(variable))
    return variable->hasLocalStorage() && variable->getInit() &&
           !isa<CXXConstructExpr>(variable->getInit()) &&
           isKeptPointer(unit, variable->getInit(), made);
  const auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return !function || !unit.context.hasSameUnqualifiedType(function->getReturnType(), made);
}

} // namespace fsfind::analyzer
