#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// A table in memory: columns of values that are never missing.
namespace fsfind::fleet {

enum class ColumnType : std::uint8_t {
  Text,   ///< UTF-8
  Count,  ///< a whole number that is not negative, below 2^63
  Number, ///< a double, not NaN
  Time,   ///< milliseconds since 1970, UTC
};

struct ColumnSpec {
  std::string_view name;
  ColumnType type = ColumnType::Text;
};

/// Eight bytes for each row.
struct Column {
  /// Of Text the place in `words`, of Count and Time the number, of Number the bits of the double.
  std::vector<std::uint64_t> values;
  std::vector<std::string> words; ///< of Text: each once, the first is empty
};

/// The words of one column by their text, while a table is made.
class Words {
public:
  /// The word's place in `words`, where it is added if it is new.
  std::uint64_t place(std::vector<std::string> &words, std::string_view text);

private:
  std::unordered_map<std::string, std::uint64_t> places_;
};

class Table {
public:
  explicit Table(std::span<const ColumnSpec> specs);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] const std::vector<Column> &columns() const { return columns_; }

  /// Adds rows of empty text and zeros.
  void addRows(std::size_t count);
  /// In the last row.
  void set(std::size_t column, std::string_view text);
  void set(std::size_t column, std::uint64_t count);
  void set(std::size_t column, double number);
  /// In any row.
  void setText(std::size_t column, std::size_t row, std::string_view text);
  void setBits(std::size_t column, std::size_t row, std::uint64_t bits) {
    columns_[column].values[row] = bits;
  }
  /// Frees what only making takes.
  void finish() { words_ = std::vector<Words>(columns_.size()); }

  [[nodiscard]] const std::string &text(std::size_t column, std::size_t row) const {
    return columns_[column].words[columns_[column].values[row]];
  }
  [[nodiscard]] std::uint64_t count(std::size_t column, std::size_t row) const {
    return columns_[column].values[row];
  }
  [[nodiscard]] double number(std::size_t column, std::size_t row) const {
    return std::bit_cast<double>(columns_[column].values[row]);
  }

private:
  std::vector<Column> columns_;
  std::vector<Words> words_;
  std::size_t rows_ = 0;
};

} // namespace fsfind::fleet
