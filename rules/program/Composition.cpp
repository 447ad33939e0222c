#include "rules/program/Composition.h"

#include <algorithm>

namespace fsfind {

namespace {

bool ends(Steps steps, StepKind kind) {
  return !steps.empty() && steps.back().kind == kind;
}

/// The index of `p[i]` in `a` where `p` is `&a[k]`: k chooses the part of `a`, i the element in it.
FactIndex joined(const FactIndex &part, const FactIndex &inner) {
  if (inner.from == Provenance::Constant)
    return part;
  FactIndex both = part;
  if (part.from == Provenance::ThreadId && part.scale != 1)
    return both; // each thread has a block of `scale` elements
  both.from = part.from == Provenance::Constant ? inner.from : Provenance::ParallelLoop;
  both.scale = 1;
  return both;
}

FactStep firstElement() {
  FactStep step;
  step.kind = StepKind::Index;
  step.index.from = Provenance::Constant;
  return step;
}

/// A union that only adds padding to its one member.
bool isPaddedMember(const FactRecord &record) {
  return record.is_union &&
         std::count_if(record.members.begin(), record.members.end(),
                       [](const FactMember &member) { return !member.padding; }) == 1;
}

/// The way goes through a pointer in the object that is passed: the callee chose the member there.
bool isFurther(const Designator &used) {
  return std::count_if(used.steps.begin(), used.steps.end(),
                       [](const FactStep &step) { return step.kind == StepKind::Deref; }) > 1;
}

} // namespace

bool extend(const Facts &facts, Designator &value, const Designator &rest, Steps steps) {
  if (value.root == Root::Unknown || steps.empty())
    return false;
  const FactType &type = facts.type(value.type);
  const TypeClass kind = type.kind;
  // An address kept in an integer is followed as the pointer that it is converted back to.
  const bool number = kind == TypeClass::Plain && type.size != 0;
  const bool pointer = kind == TypeClass::Pointer || kind == TypeClass::Container || number ||
                       (kind == TypeClass::Atomic && type.element);
  if (value.address_of || !pointer) {
    if (steps.front().kind != StepKind::Deref)
      return false; // a copy of the callee's own
    steps = steps.subspan(1);
    const bool array = kind == TypeClass::Array;
    const bool indexed = !steps.empty() && steps.front().kind == StepKind::Index;
    if (array && !indexed)
      value.steps.push_back(firstElement());
    if (!array && indexed && ends(value.steps, StepKind::Index)) {
      value.steps.back().index = joined(value.steps.back().index, steps.front().index);
      steps = steps.subspan(1);
    } else if (!array && indexed && steps.front().index.from == Provenance::Constant &&
               steps.front().index.number == 0)
      steps = steps.subspan(1);
  }
  value.steps.insert(value.steps.end(), steps.begin(), steps.end());
  value.address_of = rest.address_of;
  value.type = rest.type;
  return true;
}

bool choosesMember(const Facts &facts, const Designator &passed, const Designator &used) {
  return passed.address_of && ends(passed.steps, StepKind::Member) &&
         !isPaddedMember(facts.record(passed.steps.back().record)) && !isFurther(used);
}

} // namespace fsfind
