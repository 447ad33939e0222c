#include "rules/fleet/ProfileRow.h"

#include "rules/fleet/ProfileColumns.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bitset>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace fsfind::fleet {

namespace {

using Json = nlohmann::json;
using Millis = std::chrono::milliseconds;

/// As a time without its digits.
constexpr std::string_view kTimeForm = "0000-00-00T00:00:00.000Z";
/// The last millisecond of the year 9999: later ones have another form.
constexpr std::uint64_t kLastTime = 253402300799999;

constexpr std::size_t kMostShown = 60; ///< bytes of a name
constexpr double kLargest = std::numeric_limits<double>::max();

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

void appendText(std::string &out, const std::string &text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (plain)
    fmt::format_to(std::back_inserter(out), "\"{}\"", text);
  else
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void appendTime(std::string &out, std::uint64_t millis) {
  const std::chrono::sys_time<Millis> time{Millis(std::min(millis, kLastTime))};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  fmt::format_to(std::back_inserter(out), "\"{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z\"",
                 static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                 static_cast<unsigned>(date.day()), clock.hours().count(), clock.minutes().count(),
                 clock.seconds().count(), clock.subseconds().count());
}

/// Milliseconds since 1970; none if the text is not as appendTime() writes it.
std::optional<std::uint64_t> parseTime(std::string_view text) {
  const auto fits = [](char c, char form) { return form == '0' ? isDigit(c) : c == form; };
  if (!std::equal(text.begin(), text.end(), kTimeForm.begin(), kTimeForm.end(), fits))
    return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t digits) {
    unsigned value = 0;
    for (const char digit : text.substr(at, digits))
      value = value * 10 + static_cast<unsigned>(digit - '0');
    return value;
  };
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(number(0, 4))),
                                         std::chrono::month(number(5, 2)),
                                         std::chrono::day(number(8, 2)));
  const unsigned hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
  const Millis time = (date.ok() ? std::chrono::sys_days(date).time_since_epoch() : Millis(-1)) +
                      std::chrono::hours(hour) + std::chrono::minutes(minute) +
                      std::chrono::seconds(second) + Millis(number(20, 3));
  if (!date.ok() || hour > 23 || minute > 59 || second > 59 || time.count() < 0)
    return std::nullopt;
  return static_cast<std::uint64_t>(time.count());
}

const char *describe(ColumnType type) {
  switch (type) {
  case ColumnType::Text:
    return "a text";
  case ColumnType::Count:
    return "a whole number from 0 to 9223372036854775807";
  case ColumnType::Number:
    return "a number";
  case ColumnType::Time:
    return "a time such as 2026-11-26T12:00:00.123Z";
  }
  return "";
}

/// Puts values into the last row of a table as the parser meets them: no document is made, and no
/// number goes by way of another type than its own.
class RowReader : public nlohmann::json_sax<Json> {
public:
  explicit RowReader(Table &table) : table_(table) {}

  [[nodiscard]] const std::string &problem() const { return problem_; }

  bool start_object(std::size_t /*elements*/) override {
    if (inside_)
      return mismatch();
    inside_ = true;
    return true;
  }
  bool end_object() override {
    for (std::size_t i = 0; i < kFieldCount; ++i)
      if (!known_[i])
        return refuse(fmt::format("has no '{}'", kProfileColumns[i].name));
    return true;
  }
  bool key(std::string &name) override {
    // Mostly the next in order.
    if (++column_ >= kFieldCount || kProfileColumns[column_].name != name)
      column_ = static_cast<std::size_t>(
          std::find_if(kProfileColumns.begin(), kProfileColumns.end(),
                       [&](const ColumnSpec &spec) { return spec.name == name; }) -
          kProfileColumns.begin());
    if (column_ == kFieldCount)
      return refuse(fmt::format("has a column '{}', which is none of a profile's",
                                name.substr(0, kMostShown)));
    if (known_[column_])
      return refuse(fmt::format("has '{}' twice", name));
    known_.set(column_);
    return true;
  }
  bool string(std::string &text) override {
    if (is(ColumnType::Text)) {
      table_.set(column_, std::string_view(text));
      return true;
    }
    const auto time = is(ColumnType::Time) ? parseTime(text) : std::nullopt;
    if (!time)
      return mismatch();
    table_.set(column_, *time);
    return true;
  }
  bool number_unsigned(std::uint64_t number) override {
    if (is(ColumnType::Number))
      return real(static_cast<double>(number));
    if (!is(ColumnType::Count) || number > INT64_MAX)
      return mismatch();
    table_.set(column_, number);
    return true;
  }
  bool number_integer(std::int64_t number) override { return real(static_cast<double>(number)); }
  bool number_float(double number, const std::string & /*text*/) override { return real(number); }
  bool null() override { return mismatch(); }
  bool boolean(bool /*value*/) override { return mismatch(); }
  bool binary(Json::binary_t & /*bytes*/) override { return mismatch(); }
  bool start_array(std::size_t /*elements*/) override { return mismatch(); }
  bool end_array() override { return mismatch(); }
  bool parse_error(std::size_t position, const std::string & /*token*/,
                   const nlohmann::detail::exception & /*error*/) override {
    return refuse(fmt::format("is not whole JSON: column {}", position));
  }

private:
  [[nodiscard]] bool is(ColumnType type) const {
    return inside_ && kProfileColumns[column_].type == type;
  }

  bool real(double number) {
    if (!is(ColumnType::Number) || !std::isfinite(number))
      return mismatch();
    table_.set(column_, number);
    return true;
  }

  bool mismatch() {
    if (!inside_ || column_ >= kFieldCount)
      return refuse("is no object");
    const ColumnSpec &spec = kProfileColumns[column_];
    return refuse(fmt::format("'{}' is not {}", spec.name, describe(spec.type)));
  }

  bool refuse(std::string problem) {
    if (problem_.empty())
      problem_ = std::move(problem);
    return false;
  }

  Table &table_;
  std::string problem_;
  bool inside_ = false;
  std::size_t column_ = SIZE_MAX; ///< before the first
  std::bitset<kFieldCount> known_;
};

} // namespace

void appendRow(std::string &text, const Table &table, std::size_t row) {
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    fmt::format_to(std::back_inserter(text), "{}\"{}\":", i == 0 ? '{' : ',',
                   kProfileColumns[i].name);
    switch (kProfileColumns[i].type) {
    case ColumnType::Text:
      appendText(text, table.text(i, row));
      break;
    case ColumnType::Count:
      fmt::format_to(std::back_inserter(text), "{}", table.count(i, row));
      break;
    case ColumnType::Number: // JSON has no infinity
      text += Json(std::clamp(table.number(i, row), -kLargest, kLargest)).dump();
      break;
    case ColumnType::Time:
      appendTime(text, table.count(i, row));
      break;
    }
  }
  text += "}\n";
}

std::string readRow(std::string_view line, Table &table) {
  table.addRows(1);
  RowReader reader(table);
  Json::sax_parse(line, &reader);
  return reader.problem();
}

} // namespace fsfind::fleet
