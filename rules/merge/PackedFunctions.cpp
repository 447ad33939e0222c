#include "rules/merge/PackedFunctions.h"

#include "rules/codec/FactsReader.h"
#include "rules/codec/FactsWriter.h"

#include <limits>

namespace fsfind {

void packFunction(const FactFunction &function, std::string &packed) {
  packed.clear();
  FactsWriter writer(
      packed, [](auto &self, std::string &, auto reference) { self.number(reference.value()); });
  writer(function);
}

FactFunction unpackFunction(std::string_view packed) {
  constexpr auto kAny = std::numeric_limits<std::size_t>::max(); // they were checked when read
  FactsReader reader(packed);
  reader.setCounts({kAny, kAny, kAny, kAny, kAny});
  FactFunction function;
  reader(function);
  return function;
}

std::string_view keyOfPacked(std::string_view packed) {
  FactsReader reader(packed);
  const std::size_t length = reader.length();
  return packed.substr(reader.offset(), length);
}

} // namespace fsfind
