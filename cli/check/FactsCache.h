#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/check/FileHashes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fsfind::check {

/// What an earlier run found out about a unit.
struct CachedUnit {
  std::string facts; ///< path of the facts file
  analyzer::UnitAnswer answer;
};

/// Facts of units by all that they depend on: the worker, the command, and the contents of every
/// file read. Several runs may use one folder at the same time. What is broken counts as absent.
class FactsCache {
public:
  /// `folder` exists.
  FactsCache(std::string folder, FileHashes &hashes)
      : folder_(std::move(folder)), hashes_(hashes) {}

  /// The key of a request to a worker of that content.
  [[nodiscard]] static std::string keyOf(const analyzer::UnitRequest &request,
                                         const FileContent &worker);

  [[nodiscard]] std::optional<CachedUnit> find(const std::string &key);

  /// Takes the facts file over. Where it then is; where it was, if it cannot be stored.
  std::string store(const std::string &key, const analyzer::UnitAnswer &answer,
                    const std::string &facts);

  /// Removes the longest unused until at most `limit` bytes are left, and what killed runs left
  /// behind.
  void trim(std::uint64_t limit) const;

private:
  [[nodiscard]] std::string path(const std::string &key, const char *ending) const;
  [[nodiscard]] bool current(const analyzer::UnitAnswer &answer);

  std::string folder_;
  FileHashes &hashes_;
};

/// `$XDG_CACHE_HOME/fsfind`, else `~/.cache/fsfind`; empty if there is no home.
[[nodiscard]] std::string defaultCacheFolder();

} // namespace fsfind::check
