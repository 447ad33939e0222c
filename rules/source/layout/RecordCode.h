#pragma once

#include "rules/model/MemberCode.h"
#include "rules/model/TypeLayout.h"
#include "rules/program/Program.h"

#include <vector>

namespace fsfind {

/// For each member of the layout, which is that of `record`: the code that uses it while other
/// threads may run, by the uses that rules judge. Code that uses an object of a base class counts
/// for the record, too, unless that object is known to be another; so does code that uses the
/// record as a part of another one.
[[nodiscard]] std::vector<MemberCode> codeOf(const Program &program, RecordIndex record,
                                             const TypeLayout &layout);

} // namespace fsfind
