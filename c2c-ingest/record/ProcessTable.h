#pragma once

#include <sys/types.h>
#include <vector>

/// What /proc says of processes (proc(5)). Each answer may be out of date when it is given.
namespace fsfind::record {

/// The children of the process, their children and so on, without those that have ended. A process
/// whose parent has ended is a child of the next subreaper above (PR_SET_CHILD_SUBREAPER), else of
/// process 1. Empty if /proc cannot be read.
[[nodiscard]] std::vector<pid_t> processesBelow(pid_t process);

/// Whether the process ignores the signal; false if that is not known.
[[nodiscard]] bool ignoresSignal(pid_t process, int signal);

} // namespace fsfind::record
