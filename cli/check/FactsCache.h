#pragma once

#include "analyzer/worker/Messages.h"
#include "cli/check/FileHashes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fsfind::check {

/// The result of an earlier run for a unit.
struct CachedUnit {
  std::string facts; ///< path of the facts file
  analyzer::UnitAnswer answer;
};

/// Keeps the facts of units on disk. An entry is valid as long as the worker, the command, and the
/// contents of every file that was read are the same, and no header that was missing has appeared.
/// Several runs may use the same folder at the same time. A broken entry counts as absent.
class FactsCache {
public:
  /// In a folder that is missing or cannot be written to, nothing is found or stored.
  FactsCache(std::string folder, FileHashes &hashes)
      : folder_(std::move(folder)), hashes_(hashes) {}

  /// The key of a request; depends on the request and on the content of the worker program.
  [[nodiscard]] static std::string keyOf(const analyzer::UnitRequest &request,
                                         const FileContent &worker);

  [[nodiscard]] std::optional<CachedUnit> find(const std::string &key);

  /// Moves the facts file into the cache and returns its new path; if that fails, leaves it and
  /// returns the old path.
  std::string store(const std::string &key, const analyzer::UnitAnswer &answer,
                    const std::string &facts);

  /// Removes the entries that were not used for the longest time until at most `limit` bytes are
  /// left.
  void trim(std::uint64_t limit) const;

private:
  [[nodiscard]] std::string path(const std::string &key, const char *ending) const;
  [[nodiscard]] bool current(const analyzer::UnitAnswer &answer);

  std::string folder_;
  FileHashes &hashes_;
};

/// Makes the folder, for the user alone, if it is missing. Returns why nothing may be read from it
/// or kept in it, as where others could have written what is there; empty if it can be used.
[[nodiscard]] std::string makeOwnFolder(const std::string &folder);

/// `$XDG_CACHE_HOME/fsfind`, else `~/.cache/fsfind`; a variable without an absolute path counts as
/// unset (XDG Base Directory Specification). Empty if there is no home.
[[nodiscard]] std::string defaultCacheFolder();

} // namespace fsfind::check
