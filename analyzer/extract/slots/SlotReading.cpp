#include "analyzer/extract/slots/SlotReading.h"

#include "analyzer/extract/slots/SlotUses.h"

namespace fsfind::analyzer {

using namespace clang;

namespace {

void read(Unit &unit, Slots &slots, const Decl *decl) {
  if (const auto *name = dyn_cast<TypedefNameDecl>(decl))
    return slots.names().see(name);
  if (const auto *record = dyn_cast<RecordDecl>(decl))
    return slots.names().see(record);
  SlotUses uses(unit, slots);
  if (const auto *function = dyn_cast<FunctionDecl>(decl))
    return uses.readFunction(function);
  if (const auto *assertion = dyn_cast<StaticAssertDecl>(decl))
    return uses.read(assertion->getAssertExpr());
  if (const auto *field = dyn_cast<FieldDecl>(decl))
    return uses.readInitialiser(field, field->getInClassInitializer());
  const auto *variable = cast<VarDecl>(decl);
  (void)slots.of(variable); // another unit may use it
  uses.readInitialiser(variable, variable->getInit());
}

} // namespace

void SlotReading::settle() {
  Slots slots(unit_);
  for (const Decl *decl : compiled_)
    read(unit_, slots, decl);
  slots.close();
  for (const Decl *decl : uncompiled_)
    SlotUses(unit_, slots).readUncompiled(decl);
  slots.settle();
}

} // namespace fsfind::analyzer
