#include "rules/remedy/source/ProgramTraits.h"

namespace fsfind {

ProgramTraits::ProgramTraits(const Facts &facts) {
  cplusplus_ = !facts.units.empty() && facts.units.front().cplusplus;
  for (const FactUnit &unit : facts.units) {
    new_aligns_ &= unit.aligned_new || !unit.cplusplus;
    errors_ |= unit.errors != 0;
    (unit.cplusplus ? cplusplus_lacks_word_ : c_lacks_word_) |= !unit.own_alignment;
    if (cplusplus_ != unit.cplusplus)
      cplusplus_.reset();
    files_.insert(unit.file);
  }
  for (const FactFunction &function : facts.functions) {
    detach_ |= function.detaches;
    unwind_ |= function.unwinds;
    for (const FactStart &start : function.starts)
      openmp_ |= start.kind == StartKind::Region;
  }
}

bool ProgramTraits::lackWord(std::optional<bool> cplusplus) const {
  return (c_lacks_word_ && !cplusplus.value_or(false)) ||
         (cplusplus_lacks_word_ && cplusplus.value_or(true));
}

} // namespace fsfind
