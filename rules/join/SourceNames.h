#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Profile.h"

namespace fsfind {

/// Names targets for which the recording gives no name, or only a symbol's, by the sources: the
/// member or variable that the code at an access's file and line reads or writes. A compiler that
/// splits an object into its members, or drops a pointer's variable, leaves no other trace. Such
/// names have Evidence::Source and are likely. An object on a stack of which only the type is known
/// gets the name of the local that its threads have captured.
///
/// A site tells a datum if exactly one is accessed on its line (or at its column, where
/// columns tell more) with the access's direction and width. A target gets a name if the sites that
/// tell one tell the same. Accesses whose size is not known tell nothing.
void nameFromSources(const Facts &facts, Profile &profile);

} // namespace fsfind
