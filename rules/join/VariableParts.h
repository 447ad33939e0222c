#pragma once

#include "rules/join/FileMatch.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <map>

namespace fsfind {

/// The measured finding's variables that have parts with writers of their own, members or elements,
/// each as a measured finding about that variable alone. Aligned as a whole, such a variable would
/// still be contended.
[[nodiscard]] std::map<VariableIndex, Finding>
partsOfVariables(const Finding &measured, const Facts &facts, const FileMatch &files);

/// The part in source terms, as it has to be laid out beside other variables: an array is parted
/// from these only if its elements take whole lines.
[[nodiscard]] Finding takingWholeLines(Finding part);

} // namespace fsfind
