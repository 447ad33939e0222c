#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/AlignedDeclarations.h"

#include <string>
#include <vector>

/// Members of a record that have no name, `union { long word; struct { int low, high; }; };`: each
/// is moved or aligned as a whole.
namespace fsfind {

/// The member at whose declaration an alignment is written that aligns `member` as a whole: itself,
/// or else one with a name that an anonymous record begins with. C takes `_Alignas` before an
/// anonymous record; C++ takes no alignment there, and gcc ignores an attribute (`by_attribute`);
/// at a member all compilers take all forms. Null if none takes it.
[[nodiscard]] const FactMember *alignedBy(const Facts &facts, const FactMember &member,
                                          bool by_attribute);

/// What a reader may call it: its name; of an anonymous record `{word, low, high}`.
[[nodiscard]] std::string calledAs(const Facts &facts, const FactMember &member);

/// Adds the member's declaration to `all`, or, of an anonymous record, those of its members; with
/// the alignment at the declaration of `aligned`, if that is among them.
void addDeclarations(const Facts &facts, const FactMember &member, const FactMember *aligned,
                     const std::string &alignment, std::vector<DeclarationEdit> &all);

} // namespace fsfind
