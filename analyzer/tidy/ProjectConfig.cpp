#include "analyzer/tidy/ProjectConfig.h"

#include <filesystem>

namespace fsfind::tidy {

void ProjectConfig::tellOf(const std::vector<Error> &strangers, const Tell &tell) {
  for (const Error &one : strangers)
    if (strangers_.insert(one.where).second)
      tell(one);
}

const analyzer::Config &ProjectConfig::of(const std::string &source, const Tell &tell) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path path = source.empty() ? fs::path() : fs::absolute(source, error);
  const analyzer::FoundConfig found =
      path.empty() || error ? analyzer::FoundConfig{}
                            : analyzer::findConfig(path.lexically_normal().parent_path().string());
  tellOf(found.strangers, tell);
  const auto [at, fresh] = known_.try_emplace(found.file);
  if (!fresh || found.file.empty())
    return at->second;
  auto config = analyzer::readConfig(found.file);
  if (config)
    tellOf(config->strangers, tell);
  if (config)
    at->second = std::move(*config);
  else
    tell(config.error());
  return at->second;
}

std::string valueIn(const analyzer::Config &config, std::string_view key) {
  const auto values = analyzer::valuesFor(config, *analyzer::configKey(key), analyzer::kCheck);
  return values.empty() ? std::string() : values.back().text;
}

} // namespace fsfind::tidy
