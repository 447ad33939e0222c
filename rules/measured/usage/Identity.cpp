#include "rules/measured/usage/Identity.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

std::string variableKey(const Object &object) {
  const std::string kind =
      fmt::format("{}\n{}\n{}\n", static_cast<int>(object.kind), object.name, object.holder);
  if (object.kind != ObjectKind::Global)
    return fmt::format("{}{}\n{}\n{}:{}", kind, object.type, object.function, object.declared.file,
                       object.declared.line);
  if (object.declared.known())
    return fmt::format("{}{}:{}", kind, object.declared.file, object.declared.line);
  return fmt::format("{}{}", kind, object.address - object.index.value_or(0) * object.size);
}

/// `lanes[2].now[1]` -> `[2][1]`.
std::string indicesOf(const std::string &path) {
  std::string indices;
  bool inside = false;
  for (const char c : path) {
    inside |= c == '[';
    if (inside)
      indices += c;
    inside &= c != ']';
  }
  return indices;
}

/// A value that is no part of anything known.
bool isBareValue(const Target &target) {
  const Object &object = target.object;
  return !target.record && target.member.empty() && object.name.empty() && !object.type.empty() &&
         object.holder.empty() && !object.index && !object.of_array;
}

} // namespace

std::string pathWithoutIndices(const std::string &path) {
  std::string result;
  bool inside = false;
  for (const char c : path) {
    if (c == ']')
      inside = false;
    if (!inside)
      result += c;
    if (c == '[')
      inside = true;
  }
  while (result.ends_with("[]"))
    result.resize(result.size() - 2);
  return result;
}

bool isKnownByAllocation(const Target &target) {
  return !target.record && target.object.name.empty() &&
         !target.object.allocated.place.file.empty();
}

bool isOfUnknownObject(const Target &target) {
  return isBareValue(target) && target.object.allocated.place.file.empty();
}

bool isOfUntypedBlock(const Target &target) {
  return isBareValue(target) && target.object.block_size > target.object.size;
}

std::uint32_t Identities::number(std::string key) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  return numbers_.try_emplace(std::move(key), next).first->second;
}

const Identity &Identities::of(TargetIndex target) {
  Identity &identity = identities_[target.value()];
  if (asked_[target.value()])
    return identity;
  asked_[target.value()] = true;
  const Target &what = profile_.target(target);
  if (what.evidence == Evidence::None || displayName(what.object).empty())
    return identity;
  std::string key = variableKey(what.object);
  if (const auto &[function, place] = what.object.allocated; isKnownByAllocation(what))
    key += fmt::format("\n{}\n{}:{}", place.known() ? "" : function, place.file, place.line);
  identity.variable = number("v" + key);
  const std::string indices = indicesOf(what.member);
  const std::string element = fmt::format("e{}\n{}", key, what.object.address);
  identity.element = number(element + indices);
  if (!indices.empty())
    identity.holder = number(element + indices.substr(0, indices.rfind('[')));
  identity.member = number(fmt::format("m{}\n{}", key, pathWithoutIndices(what.member)));
  return identity;
}

} // namespace fsfind
