#pragma once

#include "c2c-ingest/record/layout/RecordingStatus.h"

namespace fsfind::record::sim {

/// Whether the recorder that held its lock on the file has ended without finishing the recording.
[[nodiscard]] bool recorderDied(int file, const RecordingStatus &status);

/// Starts a thread that waits for the recorder's end, and ends the process if the recording is not
/// finished then: also a process that sleeps, and so appends nothing, does not stay behind.
/// `status` must outlive the process. Where the recorder is not watched, nothing is done. A child
/// that is forked has no such thread.
void endWithRecorder(int file, const RecordingStatus &status);

} // namespace fsfind::record::sim
