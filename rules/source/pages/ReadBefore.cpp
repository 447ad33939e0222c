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

bool readsBefore(const FactFunction &function, const FactAccess &write) {
  const FactPlace begin{write.place.file, 0, 0};
  const auto isNew = [&](const FactPlace &read) {
    return std::any_of(
        function.allocations.begin(), function.allocations.end(), [&](const FactAllocation &one) {
          return one.target.root == write.what.root && one.target.variable == write.what.variable &&
                 isBetween(read, one.place, write.place);
        });
  };
  return std::any_of(function.accesses.begin(), function.accesses.end(), [&](const auto &access) {
    return access.op != Op::Write && isBetween(begin, access.place, write.place) &&
           (access.what == write.what || gathers(access.what, write.what)) && !isNew(access.place);
  });
}

} // namespace fsfind
