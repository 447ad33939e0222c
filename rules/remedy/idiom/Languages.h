#pragma once

#include "rules/remedy/idiom/Idiom.h"

/// The languages of the table, each in its own file.
namespace fsfind {

[[nodiscard]] const Idiom &cIdiom();
[[nodiscard]] const Idiom &cplusplusIdiom();
[[nodiscard]] const Idiom &rustIdiom();
[[nodiscard]] const Idiom &goIdiom();

} // namespace fsfind
