#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/slots/Slots.h"

#include <clang/AST/DeclCXX.h>

#include <algorithm>

/// Arrays that templates declare. What is known of them is of their instances, and the edits are
/// the template's: they are the same for all instances, or there are none.
namespace fsfind::analyzer {

using namespace clang;

bool isTemplated(const DeclaratorDecl *declared) {
  const auto *variable = dyn_cast<VarDecl>(declared);
  if (declared->isTemplated() || (variable && variable->getTemplateInstantiationPattern()))
    return true;
  for (const DeclContext *context = declared->getDeclContext(); context;
       context = context->getParent()) {
    const auto *function = dyn_cast<FunctionDecl>(context);
    const auto *record = dyn_cast<CXXRecordDecl>(context);
    if (context->isDependentContext() || (function && function->isTemplateInstantiation()) ||
        (record && record->getTemplateInstantiationPattern()))
      return true;
  }
  return false;
}

bool isWrappedInTemplate(const DeclaratorDecl *declared, const SlotType &type) {
  const auto *variable = dyn_cast<VarDecl>(declared);
  return !type.view && (isa<FieldDecl>(declared) || (variable && variable->isLocalVarDecl()));
}

void refuseInstances(SlotsDraft &draft) {
  refuse(draft, "instances of the template that declares it differ");
}

/// The template itself may not tell the types of its elements, so it takes what its instances have.
SlotsDraft *Slots::ofTemplate(const DeclaratorDecl *declared) {
  const auto type = slotTypeOf(unit_, declared, true);
  const bool pattern = declared->getDeclContext()->isDependentContext();
  const auto [known, fresh] = templated_.try_emplace(declared->getLocation(), nullptr);
  if (pattern && !fresh)
    return known->second;
  SlotsDraft *&draft = known->second;
  if (!draft && type) {
    draft = made(declared, *type);
    if (draft && !fresh)
      refuseInstances(*draft);
    if (draft)
      draft->of_records = isOfRecords(unit_, *type);
  } else if (draft && type)
    join(*draft, *type);
  else if (draft)
    refuseInstances(*draft);
  if (pattern && !draft)
    templated_.erase(declared->getLocation());
  else
    known_[declared] = draft;
  if (draft && type)
    draft->type = instances_[declared] = *type;
  return draft;
}

/// The largest elements, and as many as there are in any instance.
void Slots::join(SlotsDraft &draft, const SlotType &instance) const {
  if (instance.holder != draft.type.holder || instance.view != draft.type.view)
    return refuseInstances(draft);
  const auto [size, align] = extentOf(unit_.context, instance.element);
  FactSlots &fact = draft.fact;
  fact.size = std::max<std::uint64_t>(fact.size, size);
  fact.align = std::min<std::uint64_t>(fact.align, align);
  fact.elements = std::max(fact.elements, instance.elements);
  draft.of_records &= isOfRecords(unit_, instance);
  const std::string name = elementName(instance.element);
  const auto at = std::lower_bound(fact.types.begin(), fact.types.end(), name);
  if (at == fact.types.end() || *at != name)
    fact.types.insert(at, name);
}

void Slots::noteUnresolved(DeclarationName name, SourceLocation at) {
  unresolved_[name].push_back(unit_.sources.getFileLoc(at));
}

void Slots::settleTemplate(SlotsDraft &draft) const {
  FactSlots &fact = draft.fact;
  if (draft.gives || !fact.given_by.empty())
    refuse(draft, "a template declares it and hands it on");
  for (const auto &[name, places] : unresolved_)
    if (name.getAsIdentifierInfo() == draft.identifier &&
        llvm::any_of(places, [&](SourceLocation at) { return !draft.mentions.contains(at); }))
      refuse(draft, "a template that is not instantiated may name it");
  std::sort(fact.edits.begin(), fact.edits.end());
  fact.edits.erase(std::unique(fact.edits.begin(), fact.edits.end()), fact.edits.end());
  for (std::size_t i = 1; i < fact.edits.size(); ++i)
    if (fact.edits[i].begin < fact.edits[i - 1].end ||
        fact.edits[i].begin == fact.edits[i - 1].begin)
      return refuseInstances(draft);
}

} // namespace fsfind::analyzer
