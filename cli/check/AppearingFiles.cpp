#include "cli/check/AppearingFiles.h"

#include <algorithm>
#include <filesystem>

namespace fsfind::check {

namespace {

std::string nameOf(const std::string &path) {
  return std::filesystem::path(path).filename().string();
}

} // namespace

void AppearingFiles::add(const std::string &path, const std::string &real) {
  real_[nameOf(path)].insert(real);
}

bool AppearingFiles::mayChange(const analyzer::UnitAnswer &unit) const {
  if (real_.empty())
    return false;
  const auto replaces = [&](const analyzer::Dependency &one) {
    const auto same = real_.find(nameOf(one.path));
    return same != real_.end() && same->second != std::set{one.path};
  };
  return std::any_of(unit.dependencies.begin(), unit.dependencies.end(), replaces) ||
         std::any_of(unit.absent.begin(), unit.absent.end(),
                     [&](const std::string &path) { return real_.contains(nameOf(path)); });
}

} // namespace fsfind::check
