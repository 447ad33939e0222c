#include "rules/model/DisplayName.h"

#include "rules/model/FactDeclarations.h"
#include "rules/model/TextParts.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr std::string_view kMemoryOf = "memory of ";

bool isElement(const Object &object) {
  return object.index || object.of_array;
}

} // namespace

bool isUntypedMemory(const Object &object) {
  return object.name.empty() && object.type.empty() && object.holder.empty() &&
         !object.allocated.place.file.empty();
}

std::string allocatorOf(const Object &object) {
  const auto &[function, place] = object.allocated;
  return function.empty() ? baseName(place.file) : function;
}

std::string displayName(const Object &object) {
  if (!object.name.empty())
    return object.name;
  if (!object.holder.empty())
    return isElement(object) ? object.holder : '*' + object.holder;
  if (!isUntypedMemory(object))
    return object.type;
  const auto &[function, place] = object.allocated;
  if (function.empty())
    return fmt::format("{}{}", kMemoryOf, baseName(place.file));
  const std::string line = place.known() ? fmt::format(":{}", place.line) : "";
  return fmt::format("{}{} ({}{})", kMemoryOf, function, baseName(place.file), line);
}

std::string arrayOf(const std::string &element) {
  return element.starts_with('[') ? "[]" + element : element + "[]";
}

std::string memberName(const Object &object, const std::string &name, const std::string &member) {
  const bool of_pointer = object.name.empty() && !isElement(object) && !object.holder.empty();
  return of_pointer ? object.holder + "->" + member : name + "." + member;
}

std::string memberName(const FactRecord &record, const FactMember &member) {
  return record.name + '.' + member.name;
}

std::string withColons(std::string name) {
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
    name.replace(dot, 1, "::");
  return name;
}

bool namesOnlyAllocation(const std::string &name) {
  return name.starts_with(kMemoryOf);
}

std::string lastingName(const std::string &name) {
  return name.starts_with(kMemoryOf) ? name.substr(0, name.rfind(" (")) : name;
}

} // namespace fsfind
