#include "c2c-ingest/typing/StackVariables.h"

#include "c2c-ingest/typing/Architecture.h"
#include "c2c-ingest/typing/FrameVariables.h"

namespace fsfind::typing {

namespace {

/// DWARF numbers (see machine/Instruction.h).
machine::Register framePointerOf(machine::Arch arch) {
  return arch == machine::Arch::X86_64 ? 6 : 29;
}

} // namespace

std::optional<Hypothesis> stackVariable(debuginfo::Module &module, std::uint64_t svma,
                                        const FrameRegisters &registers, std::int64_t offset) {
  const auto arch = architectureOf(module);
  const auto function = arch && module.types() ? module.functionInfo(svma) : std::nullopt;
  if (!function)
    return {};
  MachineState state;
  state.registers.fill(kUnknown);
  state.write(machine::conventionOf(*arch).stack, frameAddress(registers.stack_pointer));
  if (registers.frame_pointer)
    state.write(framePointerOf(*arch), frameAddress(*registers.frame_pointer));
  const FrameVariables variables(*function, *module.types());
  const auto found = variables.at(frameAddress(offset), svma, state);
  if (!found)
    return {};
  Hypothesis view{Hypothesis::Root::Frame, found->variable->type, found->offset};
  view.variable = found->variable->name;
  view.function = found->variable->function;
  view.declared = found->variable->declared;
  return view;
}

} // namespace fsfind::typing
