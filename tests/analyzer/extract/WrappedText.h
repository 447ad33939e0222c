#pragma once

#include "tests/analyzer/extract/FactsOf.h"

#include <algorithm>

/// Sources with the edits that wrap the elements of their arrays.
namespace fsfind::test {

inline std::size_t offsetOf(const std::string &source, const FactPlace &place) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < place.line; ++line)
    at = source.find('\n', at) + 1;
  return at + place.column - 1;
}

/// The source with the edits, without what comes before it.
inline std::string edited(const std::string &source, std::vector<FactEdit> edits) {
  std::string text = source;
  std::sort(edits.rbegin(), edits.rend());
  for (const FactEdit &edit : edits) {
    const std::size_t begin = offsetOf(source, edit.begin), end = offsetOf(source, edit.end);
    text.replace(begin, end - begin, edit.text);
  }
  return text.substr(text.find("//begin\n") + 8);
}

inline const FactSlots *slotsIn(const Facts &facts, const std::string &name) {
  const auto found = std::find_if(facts.slots.begin(), facts.slots.end(), [&](const auto &one) {
    return one.wrapper == name + "_slot" || one.wrapper == name + "Slot";
  });
  return found == facts.slots.end() ? nullptr : &*found;
}

inline std::string wrapped(const std::string &before, const std::string &source,
                           const std::string &name, const std::string &file = "test.c",
                           std::vector<std::string> arguments = {}) {
  const std::string all = before + "//begin\n" + source;
  const Facts facts = factsOf(all, file, std::move(arguments));
  const FactSlots *slots = slotsIn(facts, name);
  if (!slots)
    return "no such array";
  return slots->obstacle.empty() ? edited(all, slots->edits) : "refused: " + slots->obstacle;
}

} // namespace fsfind::test
