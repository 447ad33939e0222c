#include "cli/lsp/RecordText.h"

#include "cli/report/text/LayoutTable.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <set>
#include <vector>

namespace fsfind::lsp {

namespace {

/// More users are counted, not named.
constexpr std::size_t kNamedUsers = 2;

std::string usersText(const std::set<std::string> &users) {
  std::vector<std::string> names(users.begin(), users.end());
  const std::size_t more = names.size() > kNamedUsers ? names.size() - kNamedUsers : 0;
  names.resize(names.size() - more);
  return cli::printable(cli::joined(names), true) +
         (more == 0 ? "" : fmt::format(" and {} more", more));
}

/// What all parts of a member have in common.
struct Sums {
  std::set<std::string> writers, readers; ///< as whoRuns() names them
  MemberUse use;
};

/// Whether the part is the member or in it. Members of unions and bit-fields share bytes: their
/// names tell; a base class has none in paths.
bool isOf(const LaidOutMember &part, const FactMember &member) {
  if (member.base)
    return member.offset < part.offset + part.size && part.offset < member.offset + member.size;
  return part.path == member.name || part.path.starts_with(member.name + ".");
}

Sums sumsOf(const report::LayoutView &view, const FactMember &member) {
  Sums sums;
  for (std::size_t i = 0; i < view.layout.members.size(); ++i) {
    const LaidOutMember &part = view.layout.members[i];
    if (!isOf(part, member))
      continue;
    for (const CodeUse &use : view.code[i]) {
      if (use.writes)
        sums.writers.insert(whoRuns(use));
      if (use.reads)
        sums.readers.insert(whoRuns(use));
    }
    sums.use.loads += part.use.loads;
    sums.use.stores += part.use.stores;
    sums.use.contended += part.use.contended;
  }
  return sums;
}

std::string measuredText(const MemberUse &use, const MeasuredWords &measured) {
  if (!measured.recorded)
    return {};
  if (!use.any())
    return "; no sample of it is recorded";
  std::string text =
      fmt::format("; recorded{}: {}, {}", measured.simulated ? " (simulated)" : "",
                  cli::counted(use.loads, "load"), cli::counted(use.stores, "store"));
  if (measured.contended != 0)
    text += fmt::format(", {} of all contended loads",
                        cli::percentage(static_cast<double>(use.contended) /
                                        static_cast<double>(measured.contended)));
  return text;
}

} // namespace

std::string memberHead(const report::LayoutView &view, const FactMember &member,
                       const MeasuredWords &measured) {
  const Sums sums = sumsOf(view, member);
  std::string text = fmt::format("`{}`: offset {}, {}", member.name, member.offset,
                                 cli::counted(member.size, "byte"));
  if (!sums.writers.empty())
    text += "; written by " + usersText(sums.writers);
  if (!sums.readers.empty())
    text += "; read by " + usersText(sums.readers);
  return text + measuredText(sums.use, measured);
}

std::string recordPage(const report::LayoutView &view, std::uint32_t line_size,
                       const MeasuredWords &measured) {
  const TypeLayout &layout = view.layout;
  const std::uint64_t lines = (layout.size + line_size - 1) / line_size;
  std::string text = fmt::format("{} `{}`: {}, aligned to {}, ", layout.kind, layout.name,
                                 cli::counted(layout.size, "byte"), layout.align);
  text += lines == 1 ? fmt::format("within a line of {} bytes if it begins one", line_size)
                     : fmt::format("{} lines of {} bytes", lines, line_size);
  cli::Traits traits;
  traits.utf8 = true;
  text += fmt::format(
      "\n\n```text\n{}```\n",
      layoutTable(view, {line_size, measured.recorded, report::LayoutColumns::Users::Code}, traits,
                  0));
  if (layout.cut)
    text += "\nThere are more members than are listed here.\n";
  return text;
}

} // namespace fsfind::lsp
