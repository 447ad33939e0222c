#include "rules/remedy/written/CargoVersion.h"

#include "rules/model/TextParts.h"

#include <algorithm>

namespace fsfind::written {

namespace {

/// What is between the first quotes.
std::string_view quoted(std::string_view text) {
  const std::size_t open = text.find('"');
  if (open == std::string_view::npos)
    return {};
  text.remove_prefix(open + 1);
  return text.substr(0, text.find('"'));
}

/// The version of `= "1.2"` and `= { version = "1.2", … }`; empty if none is told.
std::string_view versionIn(std::string_view value) {
  value = trimmed(value);
  if (!value.starts_with('{'))
    return quoted(value);
  const std::size_t key = value.find("version");
  return key == std::string_view::npos ? std::string_view() : quoted(value.substr(key));
}

bool isOf(std::string_view version, std::string_view series) {
  if (version.starts_with('^') || version.starts_with('~') || version.starts_with('='))
    version = trimmed(version.substr(1));
  return version.starts_with(series) &&
         (version.size() == series.size() || version[series.size()] == '.') &&
         version.find_first_not_of("0123456789.") == std::string_view::npos;
}

} // namespace

bool isManifest(std::string_view path) {
  return path.ends_with("/Cargo.toml");
}

bool wantsSeries(std::string_view manifest, std::string_view crate, std::string_view series) {
  bool wanted = false;
  while (!manifest.empty()) {
    const std::size_t end = std::min(manifest.find('\n'), manifest.size());
    std::string_view line = trimmed(manifest.substr(0, end));
    manifest.remove_prefix(std::min(end + 1, manifest.size()));
    if (!line.starts_with(crate))
      continue;
    line = trimmed(line.substr(crate.size()));
    if (!line.starts_with('=') && !line.starts_with('.'))
      continue;
    if (!isOf(versionIn(line.substr(1)), series))
      return false;
    wanted = true;
  }
  return wanted;
}

} // namespace fsfind::written
