#include "cli/check/CompileDatabase.h"
#include "cli/check/Files.h"
#include "cli/commands/CheckQuestion.h"
#include "cli/commands/LayoutSearch.h"
#include "cli/commands/SourceReading.h"
#include "rules/merge/MergeFacts.h"
#include "rules/source/layout/SourceLayouts.h"

namespace fsfind::cli {

namespace {

/// `layout`, which the facts name by absolute paths, as it is shown in `folder`.
report::LayoutView viewOf(SourceLayout found, std::uint32_t line_size, const std::string &folder) {
  report::LayoutView view;
  view.shared = sharedLines(found.layout, found.writers, line_size);
  view.order = orderByWriters(found.layout, found.writers, line_size);
  view.layout = std::move(found.layout);
  view.layout.declared.file = check::shownPath(view.layout.declared.file, folder);
  view.code = std::move(found.code);
  for (MemberCode &member : view.code)
    for (CodeUse &use : member)
      use.place.file = check::shownPath(use.place.file, folder);
  return view;
}

SourceArguments sourceArguments(const LayoutArguments &arguments) {
  SourceArguments sources = arguments.sources;
  sources.quiet = arguments.quiet;
  sources.line_size = arguments.line_size;
  if (!arguments.file.empty())
    sources.paths = {arguments.file};
  return sources;
}

} // namespace

Expected<bool> asksForSources(const LayoutArguments &arguments) {
  const SourceArguments &sources = arguments.sources;
  const bool project = !sources.build.empty() || !sources.facts_in.empty();
  const std::string &file = arguments.file;
  if (file.empty() || !project)
    return project || sources.compile_options || check::isSourceFile(file);
  return failure({file,
                  {},
                  "is given beside a project's sources",
                  "name either a file, or the sources by -p or --facts-in"});
}

Expected<std::variant<report::LayoutReport, Interrupted>>
layoutOfSources(const LayoutArguments &arguments) {
  const std::string folder = check::absolutePath(".");
  const SourceArguments sources = sourceArguments(arguments);
  FSFIND_TRY(SourceReading reading, readSources(sources, folder));
  if (reading.interrupted != 0)
    return Interrupted{reading.interrupted};
  FSFIND_CHECK(keepSources(reading, {arguments.output}));
  report::LayoutReport report;
  report.source = reading.path == folder ? arguments.file : reading.path;
  report.origin = report::LayoutOrigin::Sources;
  report.line_size = lineSizeOf(sources, reading.facts.units);
  SourceLayouts layouts =
      sourceLayouts(linked(std::move(reading.facts)), arguments.type, report.line_size);
  LayoutsFound found;
  found.names = std::move(layouts.names);
  for (SourceLayout &layout : layouts.layouts)
    found.views.push_back(viewOf(std::move(layout), report.line_size, folder));
  const Error untold{report.source, {}, "its sources define no types", "name other sources"};
  FSFIND_TRY(report, withViews(std::move(report), arguments.type, std::move(found), untold));
  return report;
}

} // namespace fsfind::cli
