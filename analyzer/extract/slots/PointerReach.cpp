#include "analyzer/extract/slots/ElementPointers.h"

#include <llvm/Support/SaveAndRestore.h>

#include <algorithm>

/// How far code counts from a pointer.
namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr unsigned kDeepestFlow = 10;     ///< calls and assignments in a row
constexpr unsigned kMostQuestions = 4096; ///< about one pointer

/// How many the parameter has by its declaration, `long row[6]`; 0 = it does not say.
std::uint64_t declaredLength(const ASTContext &context, const ValueDecl *declared) {
  const auto *parameter = dyn_cast<ParmVarDecl>(declared);
  const ConstantArrayType *array =
      parameter ? context.getAsConstantArrayType(parameter->getOriginalType()) : nullptr;
  return array ? array->getSize().getLimitedValue() : 0;
}

} // namespace

/// Whether all uses of it are in this unit.
bool ElementPointers::isFollowed(const ValueDecl *declared) const {
  if (const auto *variable = dyn_cast<VarDecl>(declared))
    return variable->hasLocalStorage() || variable->isLocalVarDecl() ||
           !variable->isExternallyVisible();
  return isa<FieldDecl>(declared) && unit_.sources.isInMainFile(declared->getLocation());
}

Reach ElementPointers::reachOf(const PointerUse &use) const {
  depth_ = questions_ = 0;
  return reachOf(use, {1, 0, QualType()}, nullptr);
}

Reach ElementPointers::reachOf(const PointerUse &use, Extent from,
                               const CallContext *context) const {
  if (use.kind == PointerUse::Kind::Nothing)
    return Reach::Within;
  if (use.kind == PointerUse::Kind::Foreign)
    return Reach::Foreign;
  if (use.kind == PointerUse::Kind::Lost || depth_ > kDeepestFlow || ++questions_ > kMostQuestions)
    return Reach::Unknown;
  const llvm::SaveAndRestore deeper(depth_, depth_ + 1);
  if (use.there != 0)
    from = {use.there, 0, use.of};
  if (use.kind == PointerUse::Kind::Counted)
    return countsWithin(use, from, context) ? Reach::Within
           : use.unit != 0                  ? Reach::Foreign
                                            : Reach::Unknown;
  if (!isFollowed(use.to) || from.of.isNull())
    return Reach::Unknown;
  if (!countsAlike(unit_.context, from.of, ledTo(unit_.context, use.to->getType())))
    return Reach::Foreign;
  from.declared = declaredLength(unit_.context, use.to);
  const auto *parameter = dyn_cast<ParmVarDecl>(use.to);
  const auto *callee = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  const CallContext inner{callee, use.arguments, context};
  const bool local = isa<VarDecl>(use.to) && !parameter;
  const CallContext *next = callee && !use.starts ? &inner : local ? context : nullptr;
  Reach farthest = Reach::Within;
  if (const auto uses = uses_.find(use.to); uses != uses_.end())
    for (const PointerUse &one : uses->second)
      farthest = std::max(farthest, reachOf(one, from, next));
  return farthest;
}

bool ElementPointers::countsWithin(const PointerUse &use, const Extent &from,
                                   const CallContext *context) const {
  const auto end = ranges_.below(use.index, context);
  if (end && use.unit != 0)
    return *end > 0 && *end - 1 <= from.there * use.unit;
  return end ? *end <= from.there : from.declared != 0 && from.declared <= from.there;
}

} // namespace fsfind::analyzer
