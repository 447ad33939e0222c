#include "rules/model/Report.h"

namespace fsfind {

std::uint64_t displayCounter(const C2cCounters &counters, DisplayMode mode) {
  switch (mode) {
  case DisplayMode::Total:
    return counters.tot_hitm;
  case DisplayMode::Local:
    return counters.lcl_hitm;
  case DisplayMode::Remote:
    return counters.rmt_hitm;
  case DisplayMode::Peer:
    return counters.tot_peer;
  }
  return 0;
}

} // namespace fsfind
