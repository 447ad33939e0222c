#pragma once

#include "rules/merge/MergeFacts.h"
#include "rules/remedy/source/Advise.h"

#include <gtest/gtest.h>

namespace fsfind {

/// `static long counts[8];` in line 3 of counts.c, used in line 5.
class WrapElementsTest : public testing::Test {
protected:
  WrapElementsTest() {
    facts.files = {{"counts.c"}};
    facts.units.emplace_back().file = "counts.c";
    facts.types.resize(1);
    FactSlots slots;
    slots.key = "c:counts";
    slots.place = at(3, 13);
    slots.wrapper = "counts_slot";
    slots.value = "long value";
    slots.types = {"long"};
    slots.size = slots.align = 8;
    slots.elements = 8;
    slots.head = at(3, 8);
    slots.aligned = slots.filled = true;
    slots.edits = {{at(3, 8), at(3, 12), "struct counts_slot"}, {at(5, 12), at(5, 12), ".value"}};
    facts.slots = {slots};
    finding.rule = "fsfind-per-thread-slots";
    finding.location = {"counts.c", 3, 13};
    finding.object.name = "counts";
    finding.object.type = "long";
    finding.object.size = 8;
  }

  static FactPlace at(std::uint32_t line, std::uint32_t column) {
    return {FileIndex(0), line, column};
  }
  FactSlots &slots() { return facts.slots[0]; }
  [[nodiscard]] Advice advice() const {
    for (const Advice &one : advise(facts, Roles(facts), finding, 64))
      if (one.remedy == Remedy::AlignType)
        return one;
    return {};
  }
  /// The edit that defines the record.
  [[nodiscard]] std::string definition() const {
    for (const Edit &edit : advice().edits)
      if (edit.line == 3 && (edit.column == 1 || edit.column == 8) &&
          edit.text.find('{') != std::string::npos)
        return edit.text;
    return {};
  }

  Facts facts;
  Finding finding;
};

} // namespace fsfind
