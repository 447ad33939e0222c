#include "c2c-ingest/debuginfo/Debuginfod.h"

#include <climits>
#include <cstdlib>
#include <utility>

#include <dlfcn.h>
#include <unistd.h>

namespace fsfind::debuginfo {

namespace {

/// libdebuginfod is optional, and brings an HTTP client: it is loaded where it is used.
class Client {
public:
  Client() : library_(dlopen("libdebuginfod.so.1", RTLD_LAZY | RTLD_LOCAL)) {
    const auto begin = function<void *()>("debuginfod_begin");
    find_ = function<int(void *, const unsigned char *, int, char **)>("debuginfod_find_debuginfo");
    end_ = function<void(void *)>("debuginfod_end");
    if (begin && find_ && end_)
      handle_ = begin();
  }
  // The library stays loaded: its HTTP client registers functions for the end of the program.
  ~Client() {
    if (handle_)
      end_(handle_);
  }
  Client(const Client &) = delete;
  Client &operator=(const Client &) = delete;

  [[nodiscard]] bool works() const { return handle_ != nullptr; }

  /// Path of the file in the user's cache; empty if there is none.
  [[nodiscard]] std::string find(const BuildId &build_id) const {
    if (!handle_ || build_id.size() > INT_MAX)
      return {};
    char *path = nullptr;
    const int descriptor =
        find_(handle_, build_id.data(), static_cast<int>(build_id.size()), &path);
    if (descriptor < 0)
      return {};
    close(descriptor); // the caller's, by the library's contract
    std::string found = path ? path : "";
    std::free(path);
    return found;
  }

private:
  template <class Signature> Signature *function(const char *name) const {
    return library_ ? reinterpret_cast<Signature *>(dlsym(library_, name)) : nullptr;
  }

  void *library_;
  int (*find_)(void *, const unsigned char *, int, char **) = nullptr;
  void (*end_)(void *) = nullptr;
  void *handle_ = nullptr;
};

bool namesServers() {
  const char *servers = std::getenv("DEBUGINFOD_URLS");
  return servers != nullptr && *servers != '\0';
}

} // namespace

std::string fetchDebugFile(const BuildId &build_id) {
  if (!namesServers() || build_id.empty())
    return {};
  return Client().find(build_id);
}

Permission permissionToRead() {
  Permission permission{.read_everywhere = true};
  if (!namesServers())
    return permission;
  permission.network = true;
  // Where debuginfod_find_debuginfo(3) keeps what it fetched.
  for (const auto &[variable, below] :
       {std::pair("DEBUGINFOD_CACHE_PATH", ""), std::pair("XDG_CACHE_HOME", "/debuginfod_client"),
        std::pair("HOME", "/.cache/debuginfod_client"),
        std::pair("HOME", "/.debuginfod_client_cache")})
    if (const char *folder = std::getenv(variable))
      permission.write.push_back(std::string(folder) + below);
  return permission;
}

bool canFetchDebugFiles() {
  return Client().works();
}

} // namespace fsfind::debuginfo
