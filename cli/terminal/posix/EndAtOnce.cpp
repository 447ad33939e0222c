#include "cli/terminal/EndAtOnce.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fsfind::cli {

EndAtOnce::EndAtOnce(std::string folder)
    : folder_(std::move(folder)),
      signals_(signalfd(-1, &requests_.signals(), SFD_CLOEXEC | SFD_NONBLOCK)),
      done_(eventfd(0, EFD_CLOEXEC)) {
  if (signals_.number() < 0 || done_.number() < 0)
    return;
  try {
    watcher_ = std::thread([this] { watch(); });
  } catch (const std::system_error &) {
  }
}

EndAtOnce::~EndAtOnce() {
  if (!watcher_.joinable())
    return;
  const std::uint64_t one = 1;
  while (write(done_.number(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  watcher_.join();
}

void EndAtOnce::watch() const {
  std::array<pollfd, 2> sources = {{{signals_.number(), POLLIN, 0}, {done_.number(), POLLIN, 0}}};
  while (poll(sources.data(), sources.size(), -1) < 0 && errno == EINTR) {
  }
  if (sources[1].revents != 0)
    return;
  signalfd_siginfo signal{};
  if (read(signals_.number(), &signal, sizeof signal) != sizeof signal)
    return;
  std::error_code ignored;
  if (!folder_.empty())
    std::filesystem::remove_all(folder_, ignored);
  constexpr int kEndedBySignal = 128;
  _exit(kEndedBySignal + static_cast<int>(signal.ssi_signo));
}

} // namespace fsfind::cli
