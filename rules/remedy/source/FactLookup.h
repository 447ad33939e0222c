#pragma once

#include "rules/remedy/source/Declarations.h"
#include "rules/remedy/source/MadeObjects.h"
#include "rules/remedy/source/ProgramTraits.h"
#include "rules/remedy/source/SeenAccesses.h"
#include "rules/remedy/source/SlotLookup.h"
#include "rules/remedy/source/TypeHolders.h"

namespace fsfind {

/// What the facts of a program have, by where it is declared, by its type and by its name, found
/// once for all findings: looking through the facts for each finding takes too long in a large
/// program.
struct FactLookup {
  /// `of` outlives this.
  explicit FactLookup(const Facts &of)
      : facts(of), declared(of), accesses(of), made(of), holders(of), slots(of), traits(of) {}

  const Facts &facts;
  Declarations declared;
  SeenAccesses accesses;
  MadeObjects made;
  TypeHolders holders;
  SlotLookup slots;
  ProgramTraits traits;
};

} // namespace fsfind
