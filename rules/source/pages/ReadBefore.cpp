#include "rules/source/pages/ReadBefore.h"

#include <algorithm>
#include <utility>

namespace fsfind {

namespace {

bool isBetween(const FactPlace &a, const FactPlace &place, const FactPlace &b) {
  const auto key = [](const FactPlace &at) { return std::pair(at.line, at.column); };
  return a.file == b.file && place.file == a.file && key(a) < key(place) && key(place) < key(b);
}

/// `read` is of elements that other data chooses, as in `x[column[j]]`: they were filled before.
/// `x[i - 1]` is not such: the loop may just have written it.
bool gathers(Designator read, const Designator &filled) {
  if (read.steps.empty() || read.steps.size() != filled.steps.size())
    return false;
  FactStep &last = read.steps.back();
  if (last.kind != StepKind::Index || last.index->from != Provenance::Unknown)
    return false;
  last = filled.steps.back();
  return read == filled;
}

} // namespace

bool readsBefore(const FunctionData &function, const FactAccess &write) {
  const FactPlace begin{write.place.file, 0, 0};
  const auto &allocations = function.allocationsLike(write.what);
  const auto is_new = [&](const FactPlace &read) {
    return std::any_of(allocations.begin(), allocations.end(), [&](const FactAllocation *one) {
      return isBetween(read, one->place, write.place);
    });
  };
  const auto &reads = function.readsLike(write.what);
  return std::any_of(reads.begin(), reads.end(), [&](const FactAccess *read) {
    return isBetween(begin, read->place, write.place) &&
           (read->what == write.what || gathers(read->what, write.what)) && !is_new(read->place);
  });
}

} // namespace fsfind
