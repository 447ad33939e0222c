#include "cli/terminal/EndAtOnce.h"

#include "c2c-ingest/base/Descriptor.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace fsfind::cli {

/// Where no thread can be started, requests wait.
class EndAtOnce::Watcher {
public:
  Watcher(const sigset_t &signals, std::string folder)
      : folder_(std::move(folder)), signals_(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK)),
        done_(eventfd(0, EFD_CLOEXEC)) {
    if (signals_.number() < 0 || done_.number() < 0)
      return;
    try {
      thread_ = std::thread([this] { watch(); });
    } catch (const std::system_error &) {
    }
  }
  ~Watcher() {
    if (!thread_.joinable())
      return;
    const std::uint64_t one = 1;
    while (write(done_.number(), &one, sizeof one) < 0 && errno == EINTR) {
    }
    thread_.join();
  }
  Watcher(const Watcher &) = delete;
  Watcher &operator=(const Watcher &) = delete;

private:
  void watch() const {
    std::array<pollfd, 2> sources = {{{signals_.number(), POLLIN, 0}, {done_.number(), POLLIN, 0}}};
    while (poll(sources.data(), sources.size(), -1) < 0 && errno == EINTR) {
    }
    signalfd_siginfo signal{};
    if (sources[1].revents != 0 || read(signals_.number(), &signal, sizeof signal) < 0)
      return;
    std::error_code ignored;
    if (!folder_.empty())
      std::filesystem::remove_all(folder_, ignored);
    _exit(kSignalBase + static_cast<int>(signal.ssi_signo));
  }

  std::string folder_;
  Descriptor signals_, done_;
  std::thread thread_;
};

EndAtOnce::EndAtOnce(std::string folder)
    : watcher_(std::make_unique<Watcher>(requests_.signals(), std::move(folder))) {}

EndAtOnce::~EndAtOnce() = default;

} // namespace fsfind::cli
