#include "cli/lsp/RecordText.h"

#include "cli/terminal/Table.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace fsfind::lsp {

namespace {

using cli::Align;
using cli::TableCell;

/// More users are counted, not named.
constexpr std::size_t kNamedUsers = 2;
constexpr std::size_t kMemberColumn = 2;

std::string usersText(const std::set<std::string> &users) {
  std::vector<std::string> names(users.begin(), users.end());
  const std::size_t more = names.size() > kNamedUsers ? names.size() - kNamedUsers : 0;
  names.resize(names.size() - more);
  return cli::printable(cli::joined(names), true) +
         (more == 0 ? "" : fmt::format(" and {} more", more));
}

/// What all parts of a member have in common.
struct Sums {
  MemberUsers users;
  MemberUse use;
};

Sums sumsOf(const UsedLayout &used, const FactMember &member) {
  Sums sums;
  const Bytes bytes{member.offset, member.offset + member.size};
  for (std::size_t i = 0; i < used.users.size(); ++i) {
    const LaidOutMember &part = used.layout.members[i];
    if (!bytes.overlaps({part.offset, part.offset + part.size}))
      continue;
    sums.users.writers.insert(used.users[i].writers.begin(), used.users[i].writers.end());
    sums.users.readers.insert(used.users[i].readers.begin(), used.users[i].readers.end());
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

/// The rows of a record's table, by offset.
class Rows {
public:
  Rows(const UsedLayout &used, std::uint32_t line_size, bool recorded)
      : used_(used), line_size_(line_size), recorded_(recorded), table_(columns()) {}

  std::string text() {
    std::vector<LayoutHole> holes = holesOf(used_.layout);
    auto hole = holes.begin();
    for (std::size_t i = 0; i < used_.layout.members.size(); ++i) {
      for (; hole != holes.end() && hole->offset < used_.layout.members[i].offset; ++hole)
        addHole(*hole, "(hole)");
      addMember(i);
    }
    for (; hole != holes.end(); ++hole)
      addHole(*hole, "(padding)");
    cli::Traits traits;
    traits.utf8 = true;
    return table_.text(traits, 0);
  }

private:
  [[nodiscard]] std::vector<cli::Column> columns() const {
    std::vector<cli::Column> all = {{"offset", Align::Right},
                                    {"size", Align::Right},
                                    {"member", Align::Left, cli::Give::Name},
                                    {"type", Align::Left, cli::Give::Name},
                                    {"written by", Align::Left, cli::Give::Name},
                                    {"read by", Align::Left, cli::Give::Name}};
    if (recorded_)
      for (const char *title : {"loads", "stores", "cont'd"})
        all.push_back({title, Align::Right});
    return all;
  }

  void add(std::uint64_t offset, std::vector<TableCell> row) {
    if (line_ != offset / line_size_) {
      line_ = offset / line_size_;
      std::vector<TableCell> rule(columns().size());
      rule[kMemberColumn].text = fmt::format("line {}", *line_);
      table_.add(std::move(rule));
    }
    row.resize(columns().size());
    table_.add(std::move(row));
  }

  void addHole(const LayoutHole &hole, const char *what) {
    add(hole.offset, {{std::to_string(hole.offset)}, {std::to_string(hole.size)}, {what}});
  }

  void addMember(std::size_t at) {
    const LaidOutMember &one = used_.layout.members[at];
    std::vector<TableCell> row = {
        {std::to_string(one.offset)},         {std::to_string(one.size)},
        {cli::printable(one.path, true)},     {cli::printable(one.type, true)},
        {usersText(used_.users[at].writers)}, {usersText(used_.users[at].readers)}};
    if (recorded_)
      for (const std::uint64_t count : {one.use.loads, one.use.stores, one.use.contended})
        row.push_back({count == 0 ? "" : cli::grouped(count)});
    add(one.offset, std::move(row));
  }

  const UsedLayout &used_;
  std::uint32_t line_size_;
  bool recorded_;
  cli::Table table_;
  std::optional<std::uint64_t> line_; ///< number of the last line told
};

} // namespace

std::string memberHead(const UsedLayout &used, const FactMember &member,
                       const MeasuredWords &measured) {
  const Sums sums = sumsOf(used, member);
  std::string text = fmt::format("`{}`: offset {}, {}", member.name, member.offset,
                                 cli::counted(member.size, "byte"));
  if (!sums.users.writers.empty())
    text += "; written by " + usersText(sums.users.writers);
  if (!sums.users.readers.empty())
    text += "; read by " + usersText(sums.users.readers);
  return text + measuredText(sums.use, measured);
}

std::string recordPage(const UsedLayout &used, std::uint32_t line_size,
                       const MeasuredWords &measured) {
  const TypeLayout &layout = used.layout;
  const std::uint64_t lines = (layout.size + line_size - 1) / line_size;
  std::string text = fmt::format("{} `{}`: {}, aligned to {}, ", layout.kind, layout.name,
                                 cli::counted(layout.size, "byte"), layout.align);
  text += lines == 1 ? fmt::format("within a line of {} bytes if it begins one", line_size)
                     : fmt::format("{} lines of {} bytes", lines, line_size);
  text += fmt::format("\n\n```text\n{}```\n", Rows(used, line_size, measured.recorded).text());
  if (layout.cut)
    text += "\nThere are more members than are listed here.\n";
  return text;
}

} // namespace fsfind::lsp
