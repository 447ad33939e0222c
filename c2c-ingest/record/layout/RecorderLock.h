#pragma once

#include "c2c-ingest/record/layout/RecordingStatus.h"

#include <fcntl.h>

namespace fsfind::record {

/// The lock (F_OFD_SETLK) that the recorder holds as long as it lives: `type` F_WRLCK. Others ask
/// for it, or wait for it, to learn that the recorder is gone.
inline flock64 recorderLock(short type) {
  flock64 lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off64_t>(kStatusOffset);
  lock.l_len = 1;
  return lock;
}

} // namespace fsfind::record
