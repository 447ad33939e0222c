#include "c2c-ingest/typing/FrameVariables.h"

namespace fsfind::typing {

namespace {

using debuginfo::VariableLocation;

bool covers(const debuginfo::AddressRange &range, std::uint64_t svma) {
  return svma >= range.begin && svma < range.end;
}

/// The address in the register as an offset from the canonical frame address (CFA); none if
/// unknown.
std::optional<std::int64_t> frameOffset(const MachineState &state, machine::Register reg) {
  const Value value = state.read(reg);
  if (value.kind != Value::Kind::Frame || value.step != 0)
    return {};
  return value.offset;
}

} // namespace

FrameVariables::FrameVariables(const debuginfo::FunctionInfo &function, debuginfo::TypeTable &types)
    : function_(function) {
  for (const debuginfo::ScopeVariable &variable : function.variables)
    for (const VariableLocation &location : variable.locations) {
      const bool in_frame =
          location.kind == VariableLocation::Kind::AtFrame && function.has_frame_base;
      if (!in_frame && location.kind != VariableLocation::Kind::AtRegister &&
          location.kind != VariableLocation::Kind::AtCfa)
        continue;
      const std::uint64_t size =
          location.piece_size != 0 ? location.piece_size : types.size(variable.type);
      entries_.push_back({&variable, &location, size});
    }
}

std::optional<std::int64_t> FrameVariables::begin(const Entry &entry,
                                                  const MachineState &state) const {
  std::int64_t base = 0;
  if (entry.location->kind == VariableLocation::Kind::AtRegister) {
    const auto at = frameOffset(state, entry.location->reg);
    if (!at)
      return {};
    base = *at;
  } else if (entry.location->kind == VariableLocation::Kind::AtFrame &&
             !function_.frame_base_is_cfa) {
    const auto at = frameOffset(state, function_.frame_register);
    if (!at)
      return {};
    base = *at + function_.frame_offset;
  }
  return base + entry.location->offset;
}

std::optional<FrameVariables::Found> FrameVariables::found(const Entry &entry,
                                                           std::int64_t distance) {
  if (distance < 0 || static_cast<std::uint64_t>(distance) >= entry.size)
    return {};
  return Found{entry.variable, distance + static_cast<std::int64_t>(entry.location->piece_offset)};
}

std::optional<FrameVariables::Found> FrameVariables::at(const Value &address, std::uint64_t svma,
                                                        const MachineState &state) const {
  for (const Entry &entry : entries_) {
    if (!covers(entry.location->range, svma) || entry.size <= address.step)
      continue;
    if (const auto base = begin(entry, state))
      if (const auto match = found(entry, address.offset - *base))
        return match;
  }
  return {};
}

std::optional<FrameVariables::Found> FrameVariables::at(machine::Register reg, std::int64_t offset,
                                                        std::uint64_t svma) const {
  for (const Entry &entry : entries_)
    if (entry.location->kind == VariableLocation::Kind::AtRegister && entry.location->reg == reg &&
        covers(entry.location->range, svma))
      if (const auto match = found(entry, offset - entry.location->offset))
        return match;
  return {};
}

} // namespace fsfind::typing
