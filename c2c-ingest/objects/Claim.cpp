#include "c2c-ingest/objects/Claim.h"

#include <algorithm>

namespace fsfind::objects {

namespace {

using typing::Hypothesis;

/// value modulo `by`, never negative. Sizes beyond 2^63 are those of crafted debug info.
std::uint64_t modulo(std::int64_t value, std::uint64_t by) {
  const auto magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const std::uint64_t rest = magnitude % by;
  return value < 0 && rest != 0 ? by - rest : rest;
}

bool within(std::int64_t offset, std::uint64_t size) {
  return offset >= 0 && static_cast<std::uint64_t>(offset) < size;
}

Claim wholeAt(const Witness &witness, std::uint64_t base, TypeView &types) {
  Claim claim;
  claim.type = witness.type;
  claim.base = base;
  claim.size = types.size(witness.type);
  return claim;
}

/// An offset outside the type: in the object's flexible array member or, if the base is a pointer,
/// in a neighbour of an array.
std::optional<Claim> beyond(const Witness &witness, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *witness.view;
  const auto offset = static_cast<std::uint64_t>(view.offset);
  if (view.offset >= 0 && !types.memberAt(witness.type, offset).path.empty()) {
    Claim claim = wholeAt(witness, address - offset, types);
    claim.size = offset + std::max<std::uint32_t>(view.size, 1);
    return claim;
  }
  if (view.root != Hypothesis::Root::Pointer)
    return std::nullopt;
  Claim claim = wholeAt(witness, address - modulo(view.offset, types.size(witness.type)), types);
  claim.exact = false;
  claim.strided = true;
  return claim;
}

std::optional<Claim> elementInside(const Witness &witness, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *witness.view;
  if (view.offset < 0)
    return std::nullopt;
  const auto array =
      types.arrayAt(witness.type, static_cast<std::uint64_t>(view.offset), view.step);
  if (!array)
    return std::nullopt;
  const std::uint64_t size = types.size(array->element);
  if (size == 0)
    return std::nullopt;
  Claim::Inside inside{witness.type, *array, size, 0};
  inside.offset = modulo(view.offset - static_cast<std::int64_t>(array->begin), size);
  Claim claim;
  claim.type = array->element;
  claim.base = address - inside.offset;
  claim.size = size;
  claim.strided = true;
  claim.inside = inside;
  return claim;
}

std::optional<Claim> withIndex(const Witness &witness, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *witness.view;
  const std::uint64_t size = types.size(witness.type);
  const bool pointer = view.root == Hypothesis::Root::Pointer;
  if (pointer && view.step % size == 0) {
    Claim claim = wholeAt(witness, address - modulo(view.offset, size), types);
    claim.strided = true;
    return claim;
  }
  if (auto claim = elementInside(witness, address, types))
    return claim;
  // The step is larger than the type: a member in an array of records whose type the site does not
  // know.
  if (!pointer || view.step < size || !within(view.offset, size))
    return std::nullopt;
  Claim claim = wholeAt(witness, address - static_cast<std::uint64_t>(view.offset), types);
  claim.exact = false;
  return claim;
}

std::optional<Claim> claimAt(const Witness &witness, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *witness.view;
  const std::uint64_t size = types.size(witness.type);
  if (size == 0)
    return std::nullopt;
  if (view.step != 0)
    return withIndex(witness, address, types);
  if (!within(view.offset, size))
    return beyond(witness, address, types);
  return wholeAt(witness, address - static_cast<std::uint64_t>(view.offset), types);
}

} // namespace

std::optional<Claim> claimOf(const Witness &witness, const Datum &datum, TypeView &types) {
  auto claim = claimAt(witness, datum.address, types);
  return claim && claim->base < datum.block_begin ? std::nullopt : claim;
}

} // namespace fsfind::objects
