#include "c2c-ingest/debuginfo/CallFrames.h"

#include <cstdlib>
#include <dwarf.h>
#include <memory>

namespace fsfind::debuginfo {

namespace {

struct Freed {
  void operator()(Dwarf_Frame *frame) const { std::free(frame); }
};
using OwnedFrame = std::unique_ptr<Dwarf_Frame, Freed>;

/// What the tables say of a register of the caller.
struct Rule {
  std::optional<std::int64_t> slot;
  bool same = false; ///< it is still in its register
};

/// libdw writes a slot as DW_OP_call_frame_cfa and, if its offset is not 0, DW_OP_plus_uconst.
Rule ruleOf(Dwarf_Frame *frame, int reg) {
  Dwarf_Op memory[3];
  Dwarf_Op *operations = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, reg, memory, &operations, &count) != 0)
    return {};
  if (count == 0)
    return {.slot = {}, .same = operations == nullptr};
  if (operations[0].atom != DW_OP_call_frame_cfa || count > 2)
    return {};
  if (count == 1)
    return {.slot = 0};
  if (operations[1].atom != DW_OP_plus_uconst)
    return {};
  return {.slot = static_cast<std::int64_t>(operations[1].number)};
}

} // namespace

CallFrames::CallFrames(const ElfFile &file) : tables_(dwarf_getcfi_elf(file.elf())) {
  if (file.machine() == EM_X86_64) {
    stack_pointer_ = 7;
    frame_pointer_ = 6;
  } else if (file.machine() == EM_AARCH64) {
    stack_pointer_ = 31;
    frame_pointer_ = 29;
  }
}

CallFrames::~CallFrames() {
  dwarf_cfi_end(tables_);
}

std::optional<CallFrame> CallFrames::at(std::uint64_t svma) const {
  Dwarf_Frame *found = nullptr;
  if (!tables_ || stack_pointer_ < 0 || dwarf_cfi_addrframe(tables_, svma, &found) != 0)
    return {};
  const OwnedFrame frame(found);
  bool of_signal = false;
  const int returns = dwarf_frame_info(found, nullptr, nullptr, &of_signal);
  Dwarf_Op *operations = nullptr;
  std::size_t count = 0;
  if (returns < 0 || of_signal || dwarf_frame_cfa(found, &operations, &count) != 0 || count != 1 ||
      operations[0].atom != DW_OP_bregx)
    return {};
  const auto base = static_cast<int>(operations[0].number);
  if (base != stack_pointer_ && base != frame_pointer_)
    return {};
  CallFrame result;
  result.from_frame_pointer = base == frame_pointer_;
  result.distance = static_cast<std::int64_t>(operations[0].number2);
  result.return_address = ruleOf(found, returns).slot;
  const Rule kept = ruleOf(found, frame_pointer_);
  result.frame_pointer = kept.slot;
  result.leaves_frame_pointer = kept.same;
  return result;
}

} // namespace fsfind::debuginfo
