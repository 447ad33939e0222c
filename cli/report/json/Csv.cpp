#include "cli/report/json/Csv.h"

#include "cli/terminal/Text.h"
#include "rules/codec/JsonWords.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/DisplayName.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <ostream>

namespace fsfind::report {

namespace {

/// The data of a row; `access` is null if the line has no accesses.
struct RowView {
  const Profile &profile;
  const RankedLine &ranked;
  const Access *access = nullptr;

  [[nodiscard]] const Line &line() const { return *ranked.line; }
  [[nodiscard]] const Thread &thread() const { return profile.thread(access->thread); }
  [[nodiscard]] const Site &site() const { return profile.site(access->site); }
  [[nodiscard]] const Target &target() const { return profile.target(access->target); }
  [[nodiscard]] Place place() const {
    const Frame *author = authorFrame(site());
    return author ? author->place : Place{};
  }
};

struct Column {
  std::string_view name;
  std::string (*text)(const RowView &);
};

template <class T> std::string plain(const T &value) {
  return fmt::format("{}", value);
}

constexpr std::array kLineColumns = {
    Column{"cacheline.rank", [](const RowView &row) { return plain(row.ranked.rank); }},
    Column{"cacheline.address", [](const RowView &row) { return hexAddress(row.line().address); }},
    Column{"cacheline.records",
           [](const RowView &row) { return plain(row.line().counters.tableRecords()); }},
    Column{"cacheline.loads",
           [](const RowView &row) { return plain(row.line().counters.tableLoads()); }},
    Column{"cacheline.stores", [](const RowView &row) { return plain(row.line().counters.store); }},
    Column{"cacheline.lcl_hitm",
           [](const RowView &row) { return plain(row.line().counters.lcl_hitm); }},
    Column{"cacheline.rmt_hitm",
           [](const RowView &row) { return plain(row.line().counters.rmt_hitm); }},
    Column{"cacheline.tot_peer",
           [](const RowView &row) { return plain(row.line().counters.tot_peer); }},
    Column{"cacheline.hitm_share", [](const RowView &row) { return plain(row.ranked.hitm_share); }},
    Column{"cacheline.sharing",
           [](const RowView &row) {
             return std::string(row.ranked.sharing ? word(*row.ranked.sharing) : "");
           }},
    Column{"cacheline.store_evidence_only",
           [](const RowView &row) { return plain(row.ranked.store_evidence_only); }},
};

constexpr std::array kAccessColumns = {
    Column{"offset", [](const RowView &row) { return plain(row.access->offset); }},
    Column{"size", [](const RowView &row) { return plain(unsigned{row.access->size}); }},
    Column{"op", [](const RowView &row) { return std::string(word(row.access->kind)); }},
    Column{"count", [](const RowView &row) { return plain(row.access->count); }},
    Column{"lcl_hitm", [](const RowView &row) { return plain(row.access->lcl_hitm); }},
    Column{"rmt_hitm", [](const RowView &row) { return plain(row.access->rmt_hitm); }},
    Column{"lcl_peer", [](const RowView &row) { return plain(row.access->lcl_peer); }},
    Column{"rmt_peer", [](const RowView &row) { return plain(row.access->rmt_peer); }},
    Column{"contended", [](const RowView &row) { return plain(row.access->contended); }},
    Column{"l1_miss", [](const RowView &row) { return plain(row.access->l1_miss); }},
    Column{"latency", [](const RowView &row) { return plain(row.access->latency); }},
    Column{"hitm_latency", [](const RowView &row) { return plain(row.access->hitm_latency); }},
    Column{"cost", [](const RowView &row) { return plain(row.access->cost); }},
    Column{"pid", [](const RowView &row) { return plain(row.thread().pid); }},
    Column{"tid", [](const RowView &row) { return plain(row.thread().tid); }},
    Column{"comm", [](const RowView &row) { return row.thread().comm; }},
    Column{"cpu",
           [](const RowView &row) {
             return row.access->cpu == kNoCpu ? std::string() : plain(row.access->cpu);
           }},
    Column{"ip", [](const RowView &row) { return hexAddress(row.site().ip); }},
    Column{"module", [](const RowView &row) { return row.site().module; }},
    Column{"module_address",
           [](const RowView &row) { return hexAddress(row.site().module_address); }},
    Column{"symbol", [](const RowView &row) { return row.site().symbol; }},
    Column{"symbol_offset", [](const RowView &row) { return plain(row.site().symbol_offset); }},
    Column{"file", [](const RowView &row) { return row.place().file; }},
    Column{"line", [](const RowView &row) { return plain(row.place().line); }},
    Column{"column", [](const RowView &row) { return plain(row.place().column); }},
    Column{"object.kind",
           [](const RowView &row) { return std::string(word(row.target().object.kind)); }},
    Column{"object.name", [](const RowView &row) { return row.target().object.name; }},
    Column{"object.type", [](const RowView &row) { return row.target().object.type; }},
    Column{"object.index",
           [](const RowView &row) {
             const auto &index = row.target().object.index;
             return index ? plain(*index) : std::string();
           }},
    Column{"object.address",
           [](const RowView &row) { return hexAddress(row.target().object.address); }},
    Column{"object.size", [](const RowView &row) { return plain(row.target().object.size); }},
    Column{"member", [](const RowView &row) { return row.target().member; }},
    Column{"member_offset", [](const RowView &row) { return plain(row.target().member_offset); }},
    Column{"member_size", [](const RowView &row) { return plain(row.target().member_size); }},
    Column{"evidence", [](const RowView &row) { return std::string(word(row.target().evidence)); }},
    Column{"object.function", [](const RowView &row) { return row.target().object.function; }},
    Column{"object.of_array",
           [](const RowView &row) { return plain(row.target().object.of_array); }},
    Column{"certainty",
           [](const RowView &row) { return std::string(word(row.target().certainty)); }},
    Column{"object.holder", [](const RowView &row) { return row.target().object.holder; }},
    Column{"object.label", [](const RowView &row) { return displayName(row.target().object); }},
};

bool isNumber(const std::string &text) {
  double number = 0;
  const char *end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && parsed == end;
}

/// Spreadsheets take a cell for a formula that begins so, and may run what it says: names come from
/// whoever wrote the program that was recorded.
bool isFormula(const std::string &text) {
  constexpr std::string_view kSigns = "=+-@\t\r\n";
  return !text.empty() && kSigns.find(text.front()) != std::string_view::npos && !isNumber(text);
}

/// A field in the form of RFC 4180: in quotes if it must be, with inner quotes doubled. Characters
/// that cannot be shown are replaced, since tables are read on terminals, too. An apostrophe before
/// what would be a formula makes it text.
std::string field(const std::string &name) {
  const std::string text = (isFormula(name) ? "'" : "") + cli::printable(name, true);
  if (text.find_first_of(",\"") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"')
      quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void writeHeader(std::ostream &out) {
  const char *separator = "";
  for (const Column &column : kLineColumns) {
    out << separator << column.name;
    separator = ",";
  }
  for (const Column &column : kAccessColumns)
    out << ',' << column.name;
  out << "\r\n";
}

/// `of_line` is the text of the columns about the line, the same in all its rows.
void writeRow(std::ostream &out, const std::string &of_line, const RowView &row) {
  out << of_line;
  for (const Column &column : kAccessColumns)
    out << ',' << (row.access == nullptr ? "" : field(column.text(row)));
  out << "\r\n";
}

std::string lineColumns(const RowView &row) {
  std::string text;
  for (const Column &column : kLineColumns)
    text += (text.empty() ? "" : ",") + field(column.text(row));
  return text;
}

} // namespace

void writeCsv(std::ostream &out, const Profile &profile, const Report &report) {
  writeHeader(out);
  for (const RankedLine &ranked : report.lines) {
    const std::string of_line = lineColumns({profile, ranked});
    for (const Access &access : ranked.line->accesses)
      writeRow(out, of_line, {profile, ranked, &access});
    if (ranked.line->accesses.empty())
      writeRow(out, of_line, {profile, ranked});
  }
}

} // namespace fsfind::report
