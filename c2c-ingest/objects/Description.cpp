#include "c2c-ingest/objects/Description.h"

#include <algorithm>

namespace fsfind::objects {

namespace {

using typing::Hypothesis;

ObjectKind kindOf(const Hypothesis *variable, const Datum &where) {
  if (!variable)
    return where.memory;
  switch (variable->root) {
  case Hypothesis::Root::Pointer:
    return where.memory;
  case Hypothesis::Root::Frame:
    return ObjectKind::Stack;
  case Hypothesis::Root::Static:
    return ObjectKind::Global;
  case Hypothesis::Root::ThreadLocal:
    return ObjectKind::Tls;
  }
  return ObjectKind::Unknown;
}

Object objectOf(TypeNumber type, const Hypothesis *variable, const Datum &where, TypeView &types) {
  Object object;
  object.kind = kindOf(variable, where);
  object.type = types.name(type);
  object.size = types.size(type);
  object.declared = types.declared(type);
  if (variable) {
    object.name = variable->variable;
    object.declared = variable->declared;
    if (object.kind == ObjectKind::Stack)
      object.function = variable->function;
  }
  return object;
}

void setMember(Target &target, debuginfo::MemberAt &&member) {
  target.member = std::move(member.path);
  target.member_offset = member.offset;
  target.member_size = member.size;
  target.member_declared = std::move(member.declared);
  target.record = std::move(member.record);
}

std::size_t leadingIndices(const std::string &path) {
  std::size_t count = 0, at = 0;
  while (at < path.size() && path[at] == '[') {
    ++count;
    at = path.find(']', at);
    at = at == std::string::npos ? path.size() : at + 1;
  }
  return count;
}

/// The elements of an array or container: reports name these as objects. None for an author's
/// record, and for an array of several dimensions, which is named as one object.
std::optional<TypeView::Element> elementOf(TypeNumber type, std::uint64_t offset, TypeView &types) {
  if (types.isRecord(type) && !types.isLibrary(type))
    return std::nullopt;
  auto element = types.element(type);
  if (!element || types.size(element->type) == 0 ||
      leadingIndices(types.memberAt(type, offset).path) > 1)
    return std::nullopt;
  return element;
}

Certainty certaintyOf(const Instance &instance) {
  if (instance.contested ||
      (instance.rank == Rank::Author && instance.doubts > instance.strength / kClearMajority))
    return Certainty::Doubtful;
  const bool certain = instance.rank == Rank::Author && instance.exact && instance.confirmed;
  return certain ? Certainty::Certain : Certainty::Likely;
}

/// Empties the index in which two paths differ: `lanes[0].n` and `lanes[1].n` give `lanes[].n`.
/// Empties all indices if there is no second path.
std::string withoutIndex(const std::string &first, const std::string &second) {
  const auto differ = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  const auto at = static_cast<std::size_t>(differ.first - first.begin());
  std::string path;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::size_t close = first[i] == '[' ? first.find(']', i) : std::string::npos;
    path += first[i];
    if (close != std::string::npos && (second.empty() || (i < at && at <= close)))
      i = close - 1;
  }
  return path;
}

} // namespace

Target describe(const Instance &instance, const Instance *array, const Datum &where,
                TypeView &types) {
  const std::uint64_t offset = where.address - instance.base;
  const auto element = elementOf(instance.type, offset, types);
  const TypeNumber type = element ? element->type : instance.type;
  const std::uint64_t size = types.size(type);
  const std::uint64_t index = element ? offset / size : 0;
  if (element && element->count != 0 && index >= element->count)
    return {};
  Target target;
  target.object = objectOf(type, instance.variable, where, types);
  target.object.address = instance.base + index * size;
  if (element)
    target.object.index = index;
  else if (array && !instance.variable)
    target.object.index = (instance.base - array->base) / size;
  target.object.of_array = !instance.variable && !target.object.index && instance.strided;
  setMember(target, types.memberAt(type, where.address - target.object.address, where.access_size));
  target.evidence = Evidence::AccessSite;
  target.certainty = certaintyOf(instance);
  target.verified = instance.verified;
  return target;
}

Target describe(const LooseElement &loose, const Datum &where, TypeView &types) {
  const Claim::Inside &inside = *loose.claim.inside;
  const bool whole = elementOf(inside.outer, inside.array.begin, types).has_value();
  const TypeNumber type = whole ? inside.array.element : inside.outer;
  const std::uint64_t begin = whole ? 0 : inside.array.begin;
  Target target;
  target.object = objectOf(type, loose.view, where, types);
  target.object.address = loose.claim.base;
  target.object.size = inside.stride;
  target.object.of_array = whole;
  debuginfo::MemberAt member = types.memberAt(type, begin + inside.offset, where.access_size);
  if (!whole) {
    const bool second = inside.array.count != 1;
    member.path = withoutIndex(
        member.path,
        second ? types.memberAt(type, begin + inside.stride + inside.offset, where.access_size).path
               : "");
    member.offset = std::max(member.offset, begin) - begin;
  }
  setMember(target, std::move(member));
  target.evidence = Evidence::AccessSite;
  target.certainty = whole && loose.view ? Certainty::Certain : Certainty::Likely;
  target.verified = loose.verified;
  return target;
}

} // namespace fsfind::objects
