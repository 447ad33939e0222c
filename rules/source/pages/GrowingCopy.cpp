#include "rules/source/pages/GrowingCopy.h"

#include <algorithm>

namespace fsfind {

namespace {

/// A read with the same root as the array.
bool readsFromRoot(const FactAccess &access, const Designator &array) {
  return access.op == Op::Read && access.what.root == array.root &&
         access.what.parameter == array.parameter && access.what.variable == array.variable;
}

bool readsElementsOf(const FactAccess &access, const Designator &array) {
  const auto &steps = access.what.steps, &base = array.steps;
  return readsFromRoot(access, array) && steps.size() > base.size() + 1 &&
         std::equal(base.begin(), base.end(), steps.begin()) &&
         steps[base.size()].kind == StepKind::Deref &&
         steps[base.size() + 1].kind == StepKind::Index &&
         steps[base.size() + 1].index->from == Provenance::Loop;
}

bool isReadOf(const FactAccess &access, const Designator &array) {
  return readsFromRoot(access, array) && access.what.steps == array.steps;
}

} // namespace

bool isGrowingCopy(const FunctionData &function, const FactAccess &write) {
  if (write.what.root != Root::Variable || !write.what.variable)
    return false;
  const auto &stores = function.storesOf(*write.what.variable);
  const auto &reads = function.readsIn(write.place.line);
  return std::any_of(stores.begin(), stores.end(), [&](const FactAccess *given) {
    return std::any_of(reads.begin(), reads.end(), [&](const FactAccess *read) {
      return readsElementsOf(*read, given->what) ||
             (write.bulk && isReadOf(*read, given->what)); // memcpy from it
    });
  });
}

} // namespace fsfind
