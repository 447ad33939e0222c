#pragma once

#include "analyzer/extract/slots/Slots.h"

#include <llvm/ADT/SmallVector.h>

namespace fsfind::analyzer {

/// What of a unit is to be read for uses of arrays (Slots). Only edits ask for them, so the reading
/// waits until it is known that there may be one.
class SlotReading {
public:
  explicit SlotReading(Unit &unit) : unit_(unit) {}
  /// A declaration of the unit, in the order of its code: a function with a body, a variable, a
  /// member with an initialiser, a record, a name of a type, an assertion.
  void add(const clang::Decl *decl) { compiled_.push_back(decl); }
  /// As of SlotUses::readUncompiled().
  void addUncompiled(const clang::Decl *decl) { uncompiled_.push_back(decl); }
  /// Reads all of it, and writes what it tells into the facts. To be called once.
  void settle();

private:
  Unit &unit_;
  llvm::SmallVector<const clang::Decl *, 0> compiled_, uncompiled_;
};

} // namespace fsfind::analyzer
