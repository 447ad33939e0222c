#include "analyzer/tidy/ProjectConfig.h"

#include <filesystem>

namespace fsfind::tidy {

const analyzer::Config &ProjectConfig::of(const std::string &source, const Tell &tell) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path path = source.empty() ? fs::path() : fs::absolute(source, error);
  const std::string file =
      path.empty() || error ? std::string()
                            : analyzer::findConfig(path.lexically_normal().parent_path().string());
  const auto [at, fresh] = known_.try_emplace(file);
  if (!fresh || file.empty())
    return at->second;
  auto config = analyzer::readConfig(file);
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
