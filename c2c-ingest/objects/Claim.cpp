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

Claim wholeAt(const SiteView &site_view, std::uint64_t base, TypeView &types) {
  Claim claim;
  claim.type = site_view.type;
  claim.base = base;
  claim.size = types.size(site_view.type);
  return claim;
}

/// An offset outside the type: in the object's flexible array member or, if the base is a pointer,
/// in a neighbour of an array.
std::optional<Claim> beyond(const SiteView &site_view, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *site_view.view;
  const auto offset = static_cast<std::uint64_t>(view.offset);
  if (view.offset >= 0 && !types.memberAt(site_view.type, offset).path.empty()) {
    Claim claim = wholeAt(site_view, address - offset, types);
    claim.size = offset + std::max<std::uint32_t>(view.size, 1);
    return claim;
  }
  if (view.root != Hypothesis::Root::Pointer)
    return std::nullopt;
  Claim claim =
      wholeAt(site_view, address - modulo(view.offset, types.size(site_view.type)), types);
  claim.exact = false;
  claim.strided = true;
  return claim;
}

std::optional<Claim> elementInside(const SiteView &site_view, std::uint64_t address,
                                   TypeView &types) {
  const Hypothesis &view = *site_view.view;
  if (view.offset < 0)
    return std::nullopt;
  const auto array =
      types.arrayAt(site_view.type, static_cast<std::uint64_t>(view.offset), view.step);
  if (!array)
    return std::nullopt;
  const std::uint64_t size = types.size(array->element);
  if (size == 0)
    return std::nullopt;
  Claim::Inside inside{site_view.type, *array, size, 0};
  inside.offset = modulo(view.offset - static_cast<std::int64_t>(array->begin), size);
  Claim claim;
  claim.type = array->element;
  claim.base = address - inside.offset;
  claim.size = size;
  claim.strided = true;
  claim.inside = inside;
  return claim;
}

std::optional<Claim> withIndex(const SiteView &site_view, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *site_view.view;
  const std::uint64_t size = types.size(site_view.type);
  const bool pointer = view.root == Hypothesis::Root::Pointer;
  auto inside = elementInside(site_view, address, types);
  // A record with a flexible array, whose first element ends behind the record, is no array's
  // element, whatever its size. Arrays without elements may also lie between members.
  const bool flexible = inside && inside->inside->array.count == 0 &&
                        inside->inside->array.begin + inside->inside->stride > size;
  if (pointer && view.step % size == 0 && !flexible) {
    Claim claim = wholeAt(site_view, address - modulo(view.offset, size), types);
    claim.strided = true;
    return claim;
  }
  if (inside)
    return inside;
  // The step is larger than the type: a member in an array of records whose type the site does not
  // know.
  if (!pointer || view.step < size || !within(view.offset, size))
    return std::nullopt;
  Claim claim = wholeAt(site_view, address - static_cast<std::uint64_t>(view.offset), types);
  claim.exact = false;
  return claim;
}

std::optional<Claim> claimAt(const SiteView &site_view, std::uint64_t address, TypeView &types) {
  const Hypothesis &view = *site_view.view;
  const std::uint64_t size = types.size(site_view.type);
  if (size == 0)
    return std::nullopt;
  if (view.step != 0)
    return withIndex(site_view, address, types);
  if (!within(view.offset, size))
    return beyond(site_view, address, types);
  return wholeAt(site_view, address - static_cast<std::uint64_t>(view.offset), types);
}

} // namespace

std::optional<Claim> claimOf(const SiteView &site_view, const Datum &datum, TypeView &types) {
  auto claim = claimAt(site_view, datum.address, types);
  return claim && claim->base < datum.block_begin ? std::nullopt : claim;
}

} // namespace fsfind::objects
