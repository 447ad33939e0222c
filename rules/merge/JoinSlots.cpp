#include "rules/merge/JoinSlots.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

constexpr const char *kDifferent = "files that include it see different declarations";

/// Takes away what is joined, and leaves the declaration.
FactSlots declarationOf(FactSlots slots) {
  if (slots.templated) {
    slots.types.clear();
    slots.size = slots.align = slots.elements = 0;
  }
  slots.place = {};
  slots.addressed = slots.aligned = slots.filled = slots.counted = false;
  slots.obstacle.clear();
  slots.edits.clear();
  slots.given_by.clear();
  return slots;
}

/// What the instances of a template have in common.
struct Instances {
  std::vector<std::string> types;
  std::uint64_t size, align, elements;

  Instances(const FactSlots &one, const FactSlots &other)
      : size(std::max(one.size, other.size)), align(std::min(one.align, other.align)),
        elements(std::max(one.elements, other.elements)) {
    std::set_union(one.types.begin(), one.types.end(), other.types.begin(), other.types.end(),
                   std::back_inserter(types));
  }
};

void noteObstacle(std::string &obstacle, std::string other) {
  if (obstacle.empty() || (!other.empty() && other < obstacle))
    obstacle = std::move(other);
}

} // namespace

void joinSlots(FactSlots &slots, FactSlots other) {
  Instances instances(slots, other);
  const FactPlace place = std::max(slots.place, other.place);
  const bool addressed = slots.addressed || other.addressed;
  const bool aligned = slots.aligned && other.aligned;
  const bool counted = slots.counted || other.counted;
  std::string obstacle = std::move(slots.obstacle);
  noteObstacle(obstacle, std::move(other.obstacle));
  std::vector<FactEdit> edits = std::move(slots.edits);
  std::move(other.edits.begin(), other.edits.end(), std::back_inserter(edits));
  const bool filled = slots.filled || other.filled;
  std::vector<std::string> given_by;
  std::set_union(slots.given_by.begin(), slots.given_by.end(), other.given_by.begin(),
                 other.given_by.end(), std::back_inserter(given_by));
  FactSlots one = declarationOf(std::move(slots)), declared = declarationOf(std::move(other));
  if (!(one == declared)) {
    noteObstacle(obstacle, kDifferent);
    const auto order = [](const FactSlots &of) {
      return std::tie(of.wrapper, of.value, of.templated, of.types, of.size, of.align, of.elements,
                      of.indent, of.alias, of.base, of.space, of.view);
    };
    if (order(declared) < order(one))
      one = std::move(declared);
  }
  slots = std::move(one);
  if (slots.templated) {
    slots.types = std::move(instances.types);
    slots.size = instances.size;
    slots.align = instances.align;
    slots.elements = instances.elements;
  }
  slots.place = place;
  slots.addressed = addressed;
  slots.aligned = aligned;
  slots.counted = counted;
  slots.filled = filled;
  slots.given_by = std::move(given_by);
  slots.obstacle = std::move(obstacle);
  if (slots.obstacle.empty())
    slots.edits = std::move(edits);
}

void sortSlots(std::vector<FactSlots> &slots) {
  std::sort(slots.begin(), slots.end(),
            [](const FactSlots &one, const FactSlots &other) { return one.key < other.key; });
  for (FactSlots &one : slots) {
    std::sort(one.edits.begin(), one.edits.end());
    one.edits.erase(std::unique(one.edits.begin(), one.edits.end()), one.edits.end());
  }
}

} // namespace fsfind
