#include "c2c-ingest/record/AwaitedSignals.h"

#include "c2c-ingest/record/ProcessTable.h"

#include <unistd.h>

namespace fsfind::record {

sigset_t endingSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!ignoresSignal(getpid(), signal))
      sigaddset(&set, signal);
  return set;
}

} // namespace fsfind::record
