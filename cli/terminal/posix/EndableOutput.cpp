#include "cli/terminal/EndableOutput.h"

#include "c2c-ingest/base/Descriptor.h"
#include "cli/terminal/EndRequests.h"
#include "cli/terminal/OutputError.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

/// Where poll(2) says that a pipe can be written to, it takes PIPE_BUF bytes without waiting
/// (pipe(7)). A terminal may take fewer: it is opened once more, as O_NONBLOCK would change the
/// descriptor of other programs, too. None if that is not possible or needed.
Descriptor openedTerminal(int descriptor) {
  if (isatty(descriptor) == 0)
    return Descriptor();
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  return Descriptor(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

/// False if the reader has taken nothing as long as `patience` says.
bool waitForReader(int descriptor, const Descriptor &requests, Patience patience) {
  if (patience == Patience::Moment)
    return takesOutput(descriptor);
  std::array<pollfd, 2> sources = {{{descriptor, POLLOUT, 0}, {requests.number(), POLLIN, 0}}};
  while (poll(sources.data(), sources.size(), -1) < 0 && errno == EINTR) {
  }
  return sources[0].revents != 0 || takesOutput(descriptor);
}

/// A terminal that has room, but not for a newline, which is two characters there, says EAGAIN.
void pause() {
  constexpr int kMilliseconds = 10;
  poll(nullptr, 0, kMilliseconds);
}

} // namespace

bool takesOutput(int descriptor) {
  constexpr int kMilliseconds = 500;
  pollfd reader{descriptor, POLLOUT, 0};
  return poll(&reader, 1, kMilliseconds) > 0;
}

Expected<void> writeEndable(int descriptor, const std::string &name, std::string_view text,
                            Patience patience) {
  const EndRequests held;
  const Descriptor requests(signalfd(-1, &held.signals(), SFD_CLOEXEC | SFD_NONBLOCK));
  const Descriptor terminal = openedTerminal(descriptor);
  const int output = terminal.number() >= 0 ? terminal.number() : descriptor;
  while (!text.empty() && waitForReader(output, requests, patience)) {
    const ssize_t written =
        write(output, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EAGAIN)
      pause();
    else if (errno == EPIPE)
      return {};
    else if (errno != EINTR)
      return failure(outputError(name, errno));
  }
  return {};
}

} // namespace fsfind::cli
