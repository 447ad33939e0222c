#pragma once

#include "rules/measured/numa/MemoryUse.h"
#include "rules/measured/numa/RemoteSites.h"
#include "rules/model/Finding.h"
#include "rules/model/RemoteLoads.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace fsfind {

inline constexpr std::size_t kMostRemoteCode = 10;
/// A function with a smaller share of the recording's remote loads, or with fewer of them, gets no
/// finding: every program has some remote loads from heap and stack.
inline constexpr double kMinRemoteShare = 0.1;
inline constexpr std::uint64_t kMinUnnamedRemote = 30;

/// Gathers the loads from unnamed memory by function.
class UnnamedMemory {
public:
  explicit UnnamedMemory(const Profile &profile) : profile_(profile) {}

  /// As MemoryUse::add.
  void add(const Line &line, const Access &access, std::uint64_t scale);

  /// `all_remote`: all remote loads of the recording, with or without a name, also estimated.
  [[nodiscard]] RemoteUnnamed summary(std::uint64_t all_remote) const;
  /// One finding for each function of a program (not of the kernel) that makes at least
  /// kMinRemoteShare of all remote loads and kMinUnnamedRemote sampled ones, unless its memory is
  /// known to be spread over nodes. Without ranks.
  [[nodiscard]] std::vector<Finding> findings(std::uint64_t all_remote) const;

private:
  /// One function, or one module if the function is not known.
  struct Key {
    std::string module, function;
    auto operator<=>(const Key &) const = default;
  };
  struct Code {
    explicit Code(const Profile &profile) : use(profile), sites(profile) {}
    MemoryUse use;
    RemoteSites sites;
    std::map<ThreadIndex, std::uint64_t> remote_of_thread;
  };

  void describe(Finding &finding, const Code &code, const std::string &function,
                double share) const;

  const Profile &profile_;
  std::map<Key, Code> code_;
};

} // namespace fsfind
