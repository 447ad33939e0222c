#pragma once

#include "c2c-ingest/machine/Instruction.h"

#include <string_view>

namespace fsfind::typing {

/// Code built with -fsanitize=thread calls a function for each access, and hands it the address:
/// recordings by such code have their samples at these calls. Turns a call of a function of that
/// name into an instruction that accesses what its first argument leads to; false, and nothing
/// changes, if the function is none of these.
bool accessByCall(machine::Instruction &call, std::string_view function,
                  const machine::Convention &convention);

/// True for a call that has been turned into one.
bool isAccessByCall(const machine::Instruction &instruction);

} // namespace fsfind::typing
