#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::test {

/// Runs `work`, which returns an exit code, in a process of its own, and returns how that ended:
/// its exit code, or 128 and the signal.
template <class Work> int inChild(Work &&work) {
  const pid_t child = fork();
  if (child == 0)
    _exit(work());
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace fsfind::test
