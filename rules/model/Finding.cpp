#include "rules/model/Finding.h"

#include <algorithm>

namespace fsfind {

const std::vector<Edit> &Finding::edits() const {
  static const std::vector<Edit> none;
  const auto found = std::find_if(advice.begin(), advice.end(),
                                  [](const Advice &one) { return !one.edits.empty(); });
  return found == advice.end() ? none : found->edits;
}

} // namespace fsfind
