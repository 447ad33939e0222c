#include "cli/commands/LayoutSearch.h"

#include "cli/terminal/Nearest.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::cli {

namespace {

Error notFound(const std::string &where, const std::string &type, const LayoutsFound &found,
               const Error &untold) {
  if (found.names.empty() && !found.notes.empty())
    return {{}, {}, found.notes.front(), {}};
  if (found.names.empty())
    return untold;
  return {where,
          {},
          fmt::format("has no record called {}", type),
          suggestion(type, {found.names.begin(), found.names.end()},
                     "give its name as the source has it, with or without its namespace")};
}

/// Several types of one name in different scopes need a longer name.
Expected<void> checkOneName(const std::string &where, const std::string &type,
                            const LayoutsFound &found) {
  std::set<std::string> names;
  for (const report::LayoutView &view : found.views)
    names.insert(view.layout.name);
  if (names.size() < 2)
    return {};
  std::vector<std::string> listed(names.begin(), names.end());
  constexpr std::size_t kMostListed = 5;
  const std::size_t more = listed.size() - std::min(listed.size(), kMostListed);
  listed.resize(listed.size() - more);
  return failure({where,
                  {},
                  fmt::format("{} is the name of {} types: {}{}", type, names.size(),
                              joined(listed), more == 0 ? "" : fmt::format(" and {} more", more)),
                  "give the whole name of one"});
}

} // namespace

Expected<report::LayoutReport> withViews(report::LayoutReport report, const std::string &type,
                                         LayoutsFound found, const Error &untold) {
  if (found.views.empty())
    return failure(notFound(report.source, type, found, untold));
  FSFIND_CHECK(checkOneName(report.source, type, found));
  report.views = std::move(found.views);
  return report;
}

} // namespace fsfind::cli
