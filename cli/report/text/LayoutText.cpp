#include "cli/report/LayoutReport.h"
#include "cli/report/text/TextPage.h"
#include "cli/terminal/Table.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;
using cli::TableCell;
using Threads = std::map<std::string, std::uint64_t>;

/// More threads are counted, not named.
constexpr std::size_t kNamedThreads = 2;
constexpr std::size_t kIndent = 2;

std::string threadsText(const Page &page, const Threads &threads) {
  if (threads.size() > kNamedThreads)
    return fmt::format("{} threads", threads.size());
  std::vector<std::string> names;
  for (const auto &[name, samples] : threads)
    names.push_back(page.safe(name));
  return cli::joined(names);
}

std::string sizeText(const TypeLayout &layout, std::uint32_t line) {
  std::string text =
      fmt::format("{}, aligned to {}", cli::counted(layout.size, "byte"), layout.align);
  const std::uint64_t lines = (layout.size + line - 1) / line;
  return text + (lines == 1 ? fmt::format(", within a line of {} bytes if it begins one", line)
                            : fmt::format(", {} lines of {} bytes", lines, line));
}

/// The rows of a layout's table, by offset: members, holes, and where lines begin.
class Rows {
public:
  Rows(Page &page, const LayoutReport &report)
      : page_(page), recorded_(report.recorded), line_(report.line_size), table_(columns()) {}

  void add(const LaidOutMember &member) {
    beginLine(member.offset);
    std::string type = page_.safe(member.type);
    if (member.bits)
      type += fmt::format(" : {}", *member.bits);
    std::vector<TableCell> row = {{std::to_string(member.offset)},
                                  {std::to_string(member.size)},
                                  {page_.safe(member.path)},
                                  {type}};
    if (recorded_) {
      const MemberUse &use = member.use;
      row.push_back({use.loads != 0 ? cli::grouped(use.loads) : "", Style::Load});
      row.push_back({use.stores != 0 ? cli::grouped(use.stores) : "", Style::Store});
      row.push_back({use.contended != 0 ? cli::grouped(use.contended) : "", Style::Hitm});
      row.push_back({threadsText(page_, use.readers)});
      row.push_back({threadsText(page_, use.writers)});
    }
    table_.add(std::move(row));
  }

  void add(const LayoutHole &hole, bool last) {
    beginLine(hole.offset);
    std::vector<TableCell> row = {{std::to_string(hole.offset), Style::Dim},
                                  {std::to_string(hole.size), Style::Dim},
                                  {last ? "(padding)" : "(hole)", Style::Dim}};
    row.resize(columns().size());
    table_.add(std::move(row));
  }

  void write() { page_.block(table_.text(page_.traits(), kIndent)); }

private:
  [[nodiscard]] std::vector<cli::Column> columns() const {
    std::vector<cli::Column> columns = {{"offset", Align::Right},
                                        {"size", Align::Right},
                                        {"member", Align::Left, Give::Name},
                                        {"type", Align::Left, Give::Name}};
    if (recorded_)
      for (const char *title : {"loads", "stores", "cont'd"})
        columns.push_back({title, Align::Right});
    if (recorded_)
      for (const char *title : {"readers", "writers"})
        columns.push_back({title});
    return columns;
  }

  /// A row that tells that another line begins, if the offset is in one.
  void beginLine(std::uint64_t offset) {
    if (shown_ && offset / line_ == *shown_)
      return;
    shown_ = offset / line_;
    std::vector<TableCell> row = {{}, {}, {fmt::format("line {}", *shown_), Style::Heading}};
    row.resize(columns().size());
    table_.add(std::move(row));
  }

  Page &page_;
  bool recorded_;
  std::uint32_t line_;
  cli::Table table_;
  std::optional<std::uint64_t> shown_; ///< number of the last line told
};

void writeMembers(Page &page, const TypeLayout &layout, const LayoutReport &report) {
  Rows rows(page, report);
  const std::vector<LayoutHole> holes = holesOf(layout);
  auto hole = holes.begin();
  for (const LaidOutMember &member : layout.members) {
    for (; hole != holes.end() && hole->offset < member.offset; ++hole)
      rows.add(*hole, false);
    rows.add(member);
  }
  for (; hole != holes.end(); ++hole)
    rows.add(*hole, true);
  rows.write();
}

void writeOrder(Page &page, const LayoutView &view, std::uint32_t line) {
  page.heading(fmt::format("Writers apart ({} {} {} bytes)", view.layout.size, page.sign("→", "->"),
                           view.order->arrangement.size));
  cli::Table table({{"offset", Align::Right}, {"line", Align::Right}, {"member"}, {"written by"}});
  for (const Placed &placed : view.order->arrangement.members) {
    const LayoutPart &part = view.order->parts[placed.part];
    Threads writers;
    for (const std::string &writer : part.writers)
      writers[writer] = 1;
    std::string name = page.safe(part.name);
    if (placed.aligned)
      name += fmt::format(" (aligned to {})", line);
    table.add({{std::to_string(placed.offset)},
               {std::to_string(placed.offset / line)},
               {std::move(name)},
               {threadsText(page, writers)}});
  }
  page.block(table.text(page.traits(), kIndent));
}

void writeView(Page &page, const LayoutView &view, const LayoutReport &report) {
  const TypeLayout &layout = view.layout;
  page.line(page.paint(Style::Heading,
                       fmt::format("fsfind layout: {} {}", layout.kind, page.safe(layout.name))));
  if (layout.declared.known())
    page.fact("declared",
              page.safe(fmt::format("{}:{}", layout.declared.file, layout.declared.line)));
  page.fact("debug info", page.safe(layout.module));
  page.fact("size", sizeText(layout, report.line_size));
  const bool used = std::any_of(layout.members.begin(), layout.members.end(),
                                [](const LaidOutMember &member) { return member.use.any(); });
  if (report.recorded)
    page.fact("recorded", fmt::format("{}{}", page.safe(report.source),
                                      !used              ? ": no sample names a member"
                                      : report.simulated ? ", SIMULATED"
                                                         : ""));
  page.line();
  writeMembers(page, layout, report);
  if (layout.align < report.line_size && layout.size > layout.align)
    page.bullet("an instance may begin anywhere in a line: lines are counted from its first byte");
  for (const SharedLine &shared : sharedLines(layout, report.line_size))
    page.bullet(fmt::format("line {} is shared by members that threads write apart: {}",
                            shared.line, page.safe(cli::joined(shared.members))));
  if (layout.cut)
    page.bullet("there are more members than are listed here");
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
