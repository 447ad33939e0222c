#include "cli/watch/ListenSocket.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace fsfind::watch {

namespace {

struct HostAndPort {
  std::string host, port;
};

Error wrongAddress(const std::string &address) {
  return {"--listen " + address,
          {},
          "is no address and port",
          "write 9090, 127.0.0.1:9090 or [::1]:9090"};
}

bool isPort(const std::string &text) {
  std::uint16_t port = 0;
  const char *const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  return error == std::errc() && stop == end;
}

Expected<HostAndPort> parsed(const std::string &address) {
  constexpr const char *kLoopback = "127.0.0.1";
  const std::size_t colon = address.rfind(':');
  HostAndPort result{colon == std::string::npos ? "" : address.substr(0, colon),
                     colon == std::string::npos ? address : address.substr(colon + 1)};
  std::string &host = result.host;
  const bool brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (brackets)
    host = host.substr(1, host.size() - 2);
  if (!isPort(result.port) || (!brackets && host.find(':') != std::string::npos))
    return failure(wrongAddress(address));
  if (host.empty())
    host = kLoopback;
  return result;
}

/// `127.0.0.1:9090`, `[::1]:9090`
std::string nameOf(int descriptor) {
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  auto *const address = reinterpret_cast<sockaddr *>(&bound);
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  if (getsockname(descriptor, address, &size) != 0 ||
      getnameinfo(address, size, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return {};
  const bool v6 = bound.ss_family == AF_INET6;
  return fmt::format("{}{}{}:{}", v6 ? "[" : "", host.data(), v6 ? "]" : "", port.data());
}

/// -1 with errno set if that fails.
int bound(const addrinfo &where) {
  constexpr int kBacklog = 16, kOn = 1;
  const int descriptor =
      socket(where.ai_family, where.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, where.ai_protocol);
  if (descriptor < 0)
    return -1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &kOn, sizeof(kOn));
  if (bind(descriptor, where.ai_addr, where.ai_addrlen) == 0 && listen(descriptor, kBacklog) == 0)
    return descriptor;
  const int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

} // namespace

Expected<ListenSocket> openListenSocket(const std::string &address) {
  FSFIND_TRY(const HostAndPort wanted, parsed(address));
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo *found = nullptr;
  if (getaddrinfo(wanted.host.c_str(), wanted.port.c_str(), &hints, &found) != 0)
    return failure(wrongAddress(address));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  const int descriptor = bound(*found);
  if (descriptor < 0)
    return failure({"--listen " + address,
                    {},
                    std::string("cannot listen there: ") + std::strerror(errno),
                    errno == EADDRINUSE ? "give another port, or 0 for one that is free"
                                        : "give an address of this machine and a port"});
  return ListenSocket{descriptor, nameOf(descriptor)};
}

} // namespace fsfind::watch
