#pragma once

#include "rules/model/Facts.h"

#include <set>
#include <utility>
#include <vector>

namespace fsfind {

/// Whether `is` holds for a type, or for one of which it has a part: elements of arrays, members of
/// records, and theirs, `levels` deep. Asks of each type once, for parts may have parts of the same
/// types many times.
template <class Is>
[[nodiscard]] bool anyPart(const Facts &facts, TypeIndex whole, int levels, const Is &is) {
  std::vector<TypeIndex> level = {whole};
  std::set<std::uint32_t> seen;
  for (int depth = 0; depth <= levels; ++depth) {
    std::vector<TypeIndex> inner;
    for (const TypeIndex index : level) {
      if (!seen.insert(index.value()).second)
        continue;
      const FactType &type = facts.type(index);
      if (is(type))
        return true;
      if (type.kind == TypeClass::Array && type.element)
        inner.push_back(*type.element);
      else if (type.kind == TypeClass::Record && type.record)
        for (const FactMember &member : facts.record(*type.record).members)
          inner.push_back(member.type);
    }
    level = std::move(inner);
  }
  return false;
}

} // namespace fsfind
