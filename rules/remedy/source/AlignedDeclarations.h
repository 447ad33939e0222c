#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <string>
#include <vector>

namespace fsfind {

/// A member's or variable's declaration, and the alignment to be written there; empty = none.
struct DeclarationEdit {
  FactPlace declaration;
  const FactSharedDeclaration *shared = nullptr;
  std::string alignment;
};

/// Writes the alignments. A declaration of several that gets one is split, so that it applies to
/// nothing else; `all` must have all that it declares.
[[nodiscard]] std::vector<Edit> alignedDeclarations(const Facts &facts,
                                                    const std::vector<DeclarationEdit> &all);

} // namespace fsfind
