#include "c2c-ingest/record/FixedAddresses.h"

#include <sys/personality.h>

namespace fsfind::record {

namespace {

constexpr unsigned long kAsItIs = 0xffffffff; // personality(2) then sets nothing

} // namespace

FixedAddresses::FixedAddresses() : before_(personality(kAsItIs)) {
  if (before_ >= 0)
    personality(static_cast<unsigned long>(before_) | ADDR_NO_RANDOMIZE);
}

FixedAddresses::~FixedAddresses() {
  if (before_ >= 0)
    personality(static_cast<unsigned long>(before_));
}

} // namespace fsfind::record
