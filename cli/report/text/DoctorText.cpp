#include "cli/report/DoctorReport.h"
#include "cli/report/text/TextPage.h"

#include <fmt/format.h>

namespace fsfind::report {

namespace {

/// The width of the column of names: the longest, `clang-tidy`, and two blanks.
constexpr std::size_t kNameColumn = 12;
constexpr std::size_t kBesideNames = 4 + kNameColumn;

struct Mark {
  std::string_view utf8, ascii;
  Style style;
};

Mark markOf(PartState state) {
  switch (state) {
  case PartState::Works:
    return {"✓", "+", Style::Good};
  case PartState::Limited:
    return {"!", "!", Style::Warning};
  case PartState::Missing:
    break;
  }
  return {"✗", "x", Style::Bad};
}

void writeWrapped(Page &page, std::string_view text) {
  const std::size_t width = page.traits().width;
  const std::size_t columns = width > 2 * kBesideNames ? width - kBesideNames : kBesideNames;
  for (const std::string &line : cli::wrapped(page.safe(text), columns))
    page.line(std::string(kBesideNames, ' ') + line);
}

void writePart(Page &page, const PartReport &part) {
  const Mark mark = markOf(part.state);
  page.line(fmt::format("  {} {}{}", page.paint(mark.style, page.sign(mark.utf8, mark.ascii)),
                        page.paint(Style::Heading, cli::padded(part.name, kNameColumn)),
                        part.purpose));
  for (const std::string &fact : part.facts)
    writeWrapped(page, fact);
  if (!part.lack.empty())
    writeWrapped(page, part.lack);
  if (!part.remedy.empty())
    writeWrapped(page, std::string(page.sign("→ ", "-> ")) + part.remedy);
}

} // namespace

std::string_view wordOf(PartState state) {
  switch (state) {
  case PartState::Works:
    return "works";
  case PartState::Limited:
    return "limited";
  case PartState::Missing:
    break;
  }
  return "missing";
}

std::string doctorText(const DoctorReport &report, const cli::Traits &traits) {
  Page page(traits);
  page.line(page.paint(Style::Heading, "fsfind doctor: what works on this machine"));
  page.fact("system", page.safe(report.system));
  page.fact("fsfind", report.build);
  page.line();
  for (const PartReport &part : report.parts)
    writePart(page, part);
  return page.take();
}

} // namespace fsfind::report
