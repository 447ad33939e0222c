#include "rules/join/EditsTogether.h"

#include <algorithm>
#include <tuple>

namespace fsfind {

namespace {

bool collide(const Edit &one, const Edit &other) {
  const auto begin = [](const Edit &edit) { return std::tie(edit.line, edit.column); };
  const auto end = [](const Edit &edit) { return std::tie(edit.end_line, edit.end_column); };
  return one.file == other.file && one != other &&
         (begin(one) == begin(other) || (begin(one) < end(other) && begin(other) < end(one)));
}

} // namespace

const Advice *firstWithEdits(const std::vector<Advice> &all) {
  const auto found =
      std::find_if(all.begin(), all.end(), [](const Advice &one) { return !one.edits.empty(); });
  return found == all.end() ? nullptr : &*found;
}

const Advice *firstBeside(const Advice &advice, const std::vector<Advice> &all) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Advice &one) {
    return !one.edits.empty() &&
           std::none_of(one.edits.begin(), one.edits.end(), [&](const Edit &edit) {
             return std::any_of(advice.edits.begin(), advice.edits.end(),
                                [&](const Edit &known) { return collide(edit, known); });
           });
  });
  return found == all.end() ? nullptr : &*found;
}

void addEdits(Advice &advice, const Advice &other) {
  for (const Edit &edit : other.edits)
    if (std::find(advice.edits.begin(), advice.edits.end(), edit) == advice.edits.end())
      advice.edits.push_back(edit);
}

} // namespace fsfind
