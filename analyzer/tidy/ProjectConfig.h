#pragma once

#include "analyzer/config/Config.h"
#include "rules/model/Expected.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fsfind::tidy {

/// The configuration files of the sources that clang-tidy checks; all checks share one.
class ProjectConfig {
public:
  using Tell = std::function<void(const Error &)>;

  /// What counts for a source file, whose path is absolute or relative to the current folder. If
  /// the configuration is wrong, the first to ask is told, and it counts as empty; of strangers'
  /// files, which are passed over, the first to ask is told as well. The result is valid as long as
  /// this object.
  [[nodiscard]] const analyzer::Config &of(const std::string &source, const Tell &tell);

private:
  void tellOf(const std::vector<Error> &strangers, const Tell &tell);

  std::map<std::string, analyzer::Config> known_; ///< by path of the configuration file
  std::set<std::string> strangers_;               ///< files that were told of
};

/// The value of a key for `fsfind check`, which the plugin takes, too; empty if there is none.
[[nodiscard]] std::string valueIn(const analyzer::Config &config, std::string_view key);

} // namespace fsfind::tidy
