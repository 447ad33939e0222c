#include "rules/model/C2cCounters.h"

namespace fsfind {

static_assert(kC2cCounterFields.size() * sizeof(std::uint64_t) == sizeof(C2cCounters),
              "every counter has its row in the catalogue");

void C2cCounters::add(const C2cCounters &other, std::uint64_t times) {
  for (const auto &field : kC2cCounterFields)
    this->*field.member += other.*field.member * times;
}

C2cCounters &C2cCounters::operator+=(const C2cCounters &other) {
  add(other, 1);
  return *this;
}

} // namespace fsfind
