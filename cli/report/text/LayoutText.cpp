#include "cli/report/LayoutReport.h"
#include "cli/report/text/LayoutTable.h"
#include "cli/report/text/TextPage.h"
#include "cli/terminal/Table.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;
using cli::TableCell;

constexpr std::size_t kLayoutIndent = 2;
/// More rows of code are only counted.
constexpr std::size_t kCodeRows = 40;

std::string typeSize(const TypeLayout &layout, std::uint32_t line) {
  std::string text =
      fmt::format("{}, aligned to {}", cli::counted(layout.size, "byte"), layout.align);
  const std::uint64_t lines = (layout.size + line - 1) / line;
  return text + (lines == 1 ? fmt::format(", within a line of {} bytes if it begins one", line)
                            : fmt::format(", {} lines of {} bytes", lines, line));
}

/// A row about a member: all threads that run one function.
struct CodeRow {
  std::size_t member = 0;
  CodeUse use; ///< of any of these threads; place and function are those of the first
  std::vector<std::string> threads;
};

std::string callersText(const CodeUse &use) {
  if (use.threads.empty())
    return "callers not shown";
  return use.threads + (use.many ? " (many)" : "");
}

std::vector<CodeRow> codeRows(const LayoutView &view) {
  std::vector<CodeRow> rows;
  for (std::size_t i = 0; i < view.code.size(); ++i)
    for (const CodeUse &use : view.code[i]) {
      if (rows.empty() || rows.back().member != i || rows.back().use.function != use.function)
        rows.push_back({i, use, {}});
      CodeRow &row = rows.back();
      row.use.reads = row.use.reads || use.reads;
      row.use.writes = row.use.writes || use.writes;
      row.use.often = row.use.often || use.often;
      row.threads.push_back(callersText(use));
    }
  return rows;
}

/// All, or the first ones; what only reads is left out where rows are many.
std::vector<CodeRow> shownRows(std::vector<CodeRow> rows) {
  if (rows.size() > kCodeRows)
    std::erase_if(rows, [](const CodeRow &row) { return !row.use.writes; });
  rows.resize(std::min(rows.size(), kCodeRows));
  return rows;
}

std::string useText(const CodeUse &use) {
  const std::string text = use.writes ? use.reads ? "reads, writes" : "writes" : "reads";
  return text + (use.often ? ", in a loop" : "");
}

std::string runBy(const Page &page, const std::vector<std::string> &threads) {
  constexpr std::size_t kNamed = 1;
  return threads.size() > kNamed
             ? fmt::format("{} and {} more", page.safe(threads.front()), threads.size() - kNamed)
             : page.safe(threads.front());
}

void writeCode(Page &page, const LayoutView &view) {
  const std::vector<CodeRow> rows = codeRows(view), shown = shownRows(rows);
  if (rows.empty())
    return page.bullet("no code is seen to use its members while several threads run");
  page.heading("Code that uses its members while several threads run");
  cli::Table table({{"member", Align::Left, Give::Name},
                    {"function", Align::Left, Give::Name},
                    {"use"},
                    {"run by", Align::Left, Give::Name},
                    {"source", Align::Left, Give::Path}});
  for (const CodeRow &row : shown)
    table.add({{page.safe(view.layout.members[row.member].path)},
               {page.safe(row.use.function)},
               {useText(row.use), row.use.writes ? Style::Store : Style::Load},
               {runBy(page, row.threads)},
               {page.safe(fmt::format("{}:{}", row.use.place.file, row.use.place.line))}});
  page.block(table.text(page.traits(), kLayoutIndent));
  if (shown.size() < rows.size())
    page.bullet(fmt::format("and {} more, what only reads among them; --format=json has all",
                            rows.size() - shown.size()));
}

void writeOrder(Page &page, const LayoutView &view, std::uint32_t line) {
  page.heading(fmt::format("Writers apart ({} {} {} bytes)", view.layout.size, page.sign("→", "->"),
                           view.order->arrangement.size));
  cli::Table table({{"offset", Align::Right}, {"line", Align::Right}, {"member"}, {"written by"}});
  for (const Placed &placed : view.order->arrangement.members) {
    const LayoutPart &part = view.order->parts[placed.part];
    std::string name = page.safe(part.name);
    if (placed.aligned)
      name += fmt::format(" (aligned to {})", line);
    table.add({{std::to_string(placed.offset)},
               {std::to_string(placed.offset / line)},
               {std::move(name)},
               {page.safe(fewNames({part.writers.begin(), part.writers.end()}, "threads"))}});
  }
  page.block(table.text(page.traits(), kLayoutIndent));
}

void writeView(Page &page, const LayoutView &view, const LayoutReport &report) {
  const TypeLayout &layout = view.layout;
  page.line(page.paint(Style::Heading,
                       fmt::format("fsfind layout: {} {}", layout.kind, page.safe(layout.name))));
  if (layout.declared.known())
    page.fact("declared",
              page.safe(fmt::format("{}:{}", layout.declared.file, layout.declared.line)));
  if (report.origin == LayoutOrigin::Sources)
    page.fact("sources", page.safe(report.source));
  else
    page.fact("debug info", page.safe(layout.module));
  page.fact("size", typeSize(layout, report.line_size));
  const bool used = std::any_of(layout.members.begin(), layout.members.end(),
                                [](const LaidOutMember &member) { return member.use.any(); });
  if (report.origin == LayoutOrigin::Recording)
    page.fact("recorded", fmt::format("{}{}", page.safe(report.source),
                                      !used              ? ": no sample names a member"
                                      : report.simulated ? ", SIMULATED"
                                                         : ""));
  page.line();
  page.block(layoutTable(view,
                         {report.line_size, report.origin == LayoutOrigin::Recording,
                          report.origin == LayoutOrigin::Sources     ? LayoutColumns::Users::Code
                          : report.origin == LayoutOrigin::Recording ? LayoutColumns::Users::Threads
                                                                     : LayoutColumns::Users::None},
                         page.traits(), kLayoutIndent));
  if (layout.align < report.line_size && layout.size > layout.align)
    page.bullet("an instance may begin anywhere in a line: lines are counted from its first byte");
  for (const SharedLine &shared : view.shared)
    page.bullet(fmt::format("members on line {} are not all written by the same threads: {}",
                            shared.line, page.safe(cli::joined(shared.members))));
  if (layout.cut)
    page.bullet("there are more members than are listed here");
  if (report.origin == LayoutOrigin::Sources)
    writeCode(page, view);
  if (view.order)
    writeOrder(page, view, report.line_size);
}

} // namespace

std::string layoutText(const LayoutReport &report, const cli::Traits &traits) {
  Page page(traits);
  for (const LayoutView &view : report.views) {
    if (&view != &report.views.front())
      page.line();
    writeView(page, view, report);
  }
  return page.take();
}

} // namespace fsfind::report
