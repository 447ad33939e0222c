#include "cli/watch/Listener.h"

#include "cli/report/metrics/Metrics.h"
#include "cli/watch/ListenSocket.h"
#include "rules/model/TextParts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdarg>
#include <map>
#include <microhttpd.h>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace fsfind::watch {

namespace {

using SteadyClock = std::chrono::steady_clock;

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char &letter : lower)
    if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

/// The quality that the header, in lower case, gives a media type; 0 if it does not name it.
double qualityOf(std::string_view accept, std::string_view type) {
  double best = 0;
  while (!accept.empty()) {
    std::string_view range = trimmed(takeUntil(accept, ','));
    if (trimmed(takeUntil(range, ';')) != type)
      continue;
    double quality = 1;
    while (!range.empty())
      if (std::string_view parameter = trimmed(takeUntil(range, ';')); parameter.starts_with("q="))
        std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), quality);
    best = std::max(best, quality);
  }
  return best;
}

/// Threads that are started while this object lives get no signals: those that ask to end are for
/// the thread that waits for them.
class NoSignals {
public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals &) = delete;
  NoSignals &operator=(const NoSignals &) = delete;

private:
  sigset_t before_{};
};

/// libmicrohttpd without threads of its own, and the thread that runs it.
class Server : public Listener {
public:
  explicit Server(ListenSocket socket) : socket_(std::move(socket)) {}
  ~Server() override {
    if (thread_.joinable()) {
      eventfd_write(stop_, 1);
      thread_.join();
    }
    if (daemon_ != nullptr)
      MHD_stop_daemon(daemon_); // closes the socket
    else
      close(socket_.descriptor);
    close(stop_);
  }
  Server(const Server &) = delete;
  Server &operator=(const Server &) = delete;

  Expected<void> start() {
    daemon_ = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_ERROR_LOG, 0, nullptr, nullptr, answerOne, this,
        MHD_OPTION_EXTERNAL_LOGGER, dropMessage, nullptr, MHD_OPTION_LISTEN_SOCKET,
        socket_.descriptor, MHD_OPTION_CONNECTION_LIMIT, kMostClients,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, kMostRequest, MHD_OPTION_CONNECTION_TIMEOUT,
        kSilentSeconds, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION,
        noteConnection, this, MHD_OPTION_END);
    if (daemon_ == nullptr || stop_ < 0)
      return failure({"--listen " + address(), {}, "the HTTP server cannot be started", {}});
    const NoSignals during_start;
    thread_ = std::thread([this] { serve(); });
    return {};
  }

  void publish(MetricsPages pages) override {
    const std::lock_guard lock(mutex_);
    pages_ = std::move(pages);
  }

  [[nodiscard]] const std::string &address() const override { return socket_.address; }

private:
  struct Connections {
    std::map<int, SteadyClock::time_point> open; ///< descriptors, and when they began
    bool closed = false;                         ///< some were, in this run
  };

  /// Clients' mistakes are not the watch's.
  static void dropMessage(void *, const char *, va_list) {}

  static void noteConnection(void *self, MHD_Connection *connection, void **,
                             MHD_ConnectionNotificationCode what) {
    auto &[open, closed] = static_cast<Server *>(self)->connections_;
    const MHD_ConnectionInfo *const info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    closed = closed || what == MHD_CONNECTION_NOTIFY_CLOSED;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED)
      open.erase(info->connect_fd);
    else
      open[info->connect_fd] = SteadyClock::now();
  }

  static MHD_Result answerOne(void *self, MHD_Connection *connection, const char *url,
                              const char *method, const char *, const char *, std::size_t *,
                              void **) {
    return static_cast<Server *>(self)->answer(connection, url, method);
  }

  /// Joins the Accept headers of a request by commas.
  static MHD_Result addAccepted(void *accept, MHD_ValueKind, const char *name, const char *value) {
    if (value != nullptr && lowerCase(name) == "accept")
      *static_cast<std::string *>(accept) += std::string(value) + ',';
    return MHD_YES;
  }

  MHD_Result answer(MHD_Connection *connection, std::string_view path, std::string_view method) {
    if (path != "/metrics")
      return send(connection, MHD_HTTP_NOT_FOUND, "Metrics are at /metrics.\n", "text/plain");
    if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD)
      return send(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD.\n", "text/plain");
    std::string accept;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, addAccepted, &accept);
    const bool open_metrics = prefersOpenMetrics(accept);
    const auto format =
        open_metrics ? report::MetricsFormat::OpenMetrics : report::MetricsFormat::Classic;
    const std::lock_guard lock(mutex_);
    return send(connection, MHD_HTTP_OK, open_metrics ? pages_.open_metrics : pages_.classic,
                std::string(report::mediaType(format)));
  }

  static MHD_Result send(MHD_Connection *connection, unsigned status, const std::string &text,
                         const std::string &type) {
    // The library copies the text, and does not write to what it is given.
    MHD_Response *const response = MHD_create_response_from_buffer(
        text.size(), const_cast<char *>(text.data()), MHD_RESPMEM_MUST_COPY);
    if (response == nullptr)
      return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type.c_str());
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
      MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    const MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
  }

  /// Without clients it sleeps until one comes.
  void serve() {
    const MHD_DaemonInfo *const info = MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_EPOLL_FD);
    std::array<pollfd, 2> sources = {{{info->epoll_fd, POLLIN, 0}, {stop_, POLLIN, 0}}};
    while (sources[1].revents == 0) {
      poll(sources.data(), sources.size(), patience());
      endSlowClients();
      // After its limit of connections the library takes others only in the run after one in which
      // some were closed.
      do
        MHD_run(daemon_);
      while (std::exchange(connections_.closed, false));
    }
  }

  /// Milliseconds until something is to be done, though nobody sends anything; -1 = never.
  int patience() {
    constexpr MHD_UNSIGNED_LONG_LONG kLook = 1000;
    MHD_UNSIGNED_LONG_LONG timeout = kLook;
    const bool has_timeout = MHD_get_timeout(daemon_, &timeout) == MHD_YES;
    return connections_.open.empty() && !has_timeout ? -1
                                                     : static_cast<int>(std::min(timeout, kLook));
  }

  /// The library's own limit is for clients that send nothing; these send a little now and then.
  void endSlowClients() {
    for (const auto &[descriptor, since] : connections_.open)
      if (SteadyClock::now() - since > std::chrono::seconds(kMostSeconds))
        shutdown(descriptor, SHUT_RDWR);
  }

  ListenSocket socket_;
  int stop_ = eventfd(0, EFD_CLOEXEC);
  MHD_Daemon *daemon_ = nullptr;
  Connections connections_; ///< the thread's
  std::mutex mutex_;        ///< of `pages_`
  MetricsPages pages_;
  std::thread thread_;
};

} // namespace

Expected<std::unique_ptr<Listener>> listenOn(const std::string &address) {
  FSFIND_TRY(ListenSocket socket, openListenSocket(address));
  auto server = std::make_unique<Server>(std::move(socket));
  FSFIND_CHECK(server->start());
  return server;
}

bool prefersOpenMetrics(std::string_view accept) {
  const std::string lower = lowerCase(accept);
  const double open_metrics = qualityOf(lower, "application/openmetrics-text");
  return open_metrics > 0 && open_metrics >= qualityOf(lower, "text/plain");
}

} // namespace fsfind::watch
