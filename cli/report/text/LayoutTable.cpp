#include "cli/report/text/LayoutTable.h"

#include "cli/terminal/PlainNames.h"
#include "cli/terminal/Table.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

namespace fsfind::report {

namespace {

using cli::Align;
using cli::Give;
using cli::Style;
using cli::TableCell;
using Users = LayoutColumns::Users;

/// More names are only counted.
constexpr std::size_t kUsersNamed = 2;

std::string threadList(const std::map<std::string, std::uint64_t> &threads) {
  std::vector<std::string> names;
  for (const auto &[name, samples] : threads)
    names.push_back(name);
  return fewNames(names, "threads");
}

/// Who runs code that uses the member and is `wanted`.
template <class Wanted> std::string runsText(const MemberCode &code, const Wanted &wanted) {
  std::set<std::string> names;
  for (const CodeUse &use : code)
    if (wanted(use))
      names.insert(whoRuns(use));
  return fewNames({names.begin(), names.end()}, "functions");
}

std::string typeText(const LaidOutMember &member) {
  if (!member.bits)
    return member.type;
  return member.type + (*member.bits == 0 ? " (bit-field)" : fmt::format(" : {}", *member.bits));
}

const char *holeName(const LayoutHole &hole, bool last) {
  if (!hole.known)
    return "(not known)";
  return last ? "(padding)" : "(hole)";
}

class Rows {
public:
  Rows(const LayoutView &view, const LayoutColumns &columns, bool utf8)
      : view_(view), columns_(columns), utf8_(utf8), names_(utf8), table_(titles()) {}

  cli::Table table() {
    const std::vector<LayoutHole> holes = holesOf(view_.layout);
    auto hole = holes.begin();
    for (std::size_t i = 0; i < view_.layout.members.size(); ++i) {
      for (; hole != holes.end() && hole->offset < view_.layout.members[i].offset; ++hole)
        addHole(*hole, false);
      addMember(i);
    }
    for (; hole != holes.end(); ++hole)
      addHole(*hole, true);
    return std::move(table_);
  }

private:
  [[nodiscard]] std::vector<cli::Column> titles() const {
    std::vector<cli::Column> all = {{"offset", Align::Right},
                                    {"size", Align::Right},
                                    {"member", Align::Left, Give::Name},
                                    {"type", Align::Left, Give::Name}};
    if (columns_.samples)
      for (const char *title : {"loads", "stores", "cont'd"})
        all.push_back({title, Align::Right});
    if (columns_.users != Users::None)
      for (const char *title : {"readers", "writers"})
        all.push_back({title, Align::Left, Give::Name});
    return all;
  }

  void addMember(std::size_t at) {
    const LaidOutMember &member = view_.layout.members[at];
    beginLine(member.offset);
    std::vector<TableCell> row = {{std::to_string(member.offset)},
                                  {std::to_string(member.size)},
                                  {safe(member.path)},
                                  {safe(names_.in(typeText(member)))}};
    if (columns_.samples)
      for (const auto &[count, style] :
           {std::pair(member.use.loads, Style::Load), std::pair(member.use.stores, Style::Store),
            std::pair(member.use.contended, Style::Hitm)})
        row.push_back({count != 0 ? cli::grouped(count) : "", style});
    if (columns_.users == Users::Threads)
      for (const auto *threads : {&member.use.readers, &member.use.writers})
        row.push_back({safe(threadList(*threads))});
    if (columns_.users == Users::Code) {
      const MemberCode &code = view_.code[at];
      row.push_back({safe(runsText(code, [](const CodeUse &use) { return use.reads; }))});
      row.push_back({safe(runsText(code, [](const CodeUse &use) { return use.writes; }))});
    }
    table_.add(std::move(row));
  }

  void addHole(const LayoutHole &hole, bool last) {
    beginLine(hole.offset);
    addRow({{std::to_string(hole.offset), Style::Dim},
            {std::to_string(hole.size), Style::Dim},
            {holeName(hole, last), Style::Dim}});
  }

  /// A row that tells that another line begins, if the offset is in one.
  void beginLine(std::uint64_t offset) {
    if (shown_ && offset / columns_.line_size == *shown_)
      return;
    shown_ = offset / columns_.line_size;
    addRow({{}, {}, {fmt::format("line {}", *shown_), Style::Heading}});
  }

  void addRow(std::vector<TableCell> row) {
    row.resize(titles().size());
    table_.add(std::move(row));
  }

  [[nodiscard]] std::string safe(const std::string &text) const {
    return cli::printable(text, utf8_);
  }

  const LayoutView &view_;
  const LayoutColumns &columns_;
  bool utf8_;
  cli::PlainNames names_;
  cli::Table table_;
  std::optional<std::uint64_t> shown_; ///< number of the last line told
};

} // namespace

std::string fewNames(const std::vector<std::string> &names, std::string_view what) {
  return names.size() > kUsersNamed ? fmt::format("{} {}", names.size(), what) : cli::joined(names);
}

std::string layoutTable(const LayoutView &view, const LayoutColumns &columns,
                        const cli::Traits &traits, std::size_t indent) {
  return Rows(view, columns, traits.utf8).table().text(traits, indent);
}

} // namespace fsfind::report
