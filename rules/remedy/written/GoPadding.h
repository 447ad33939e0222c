#pragma once

#include "rules/remedy/written/Brackets.h"
#include "rules/remedy/written/Found.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::written {

/// A type for padding, and its size.
struct GoPad {
  std::string type;
  std::uint64_t bytes = 0;
};

/// The name that a Go file gives the package of this path; empty if it does not import it, or by
/// `_` or `.`. The package is taken to be named like its path's last part.
[[nodiscard]] std::string_view importedAs(const std::vector<Token> &tokens, std::string_view path);

/// Whether a Go file uses the package `unsafe`, which it imports, for lengths of padding alone:
/// `[line - unsafe.Sizeof(x)%line]byte` is of the right length whatever the size.
[[nodiscard]] bool sizesOnlyPadding(const std::vector<Token> &tokens);

/// How a Go package pads its records by whole cachelines, as their blank fields show: `_
/// [line]byte` with a constant, `_ cpu.CacheLinePad`, or a type of its own. Only what is known to
/// have the size of one cacheline or two, and can be named at the record.
class GoPadding {
public:
  GoPadding(const Found &found, const std::vector<SourceText> &texts, const Machine &machine);

  /// What parts fields; `[N]byte` where the package has no way of its own.
  [[nodiscard]] GoPad line() const;

  /// What makes a record of this size one of whole lines, where the record's file pads another one
  /// by `[line - 8]byte`.
  [[nodiscard]] std::optional<GoPad> rest(std::uint64_t size) const;

private:
  struct File {
    std::vector<Token> tokens;
    Brackets brackets;
    std::array<std::string_view, 2> cpu; ///< names of the packages that have CacheLinePad
  };
  /// Tokens of a file, without the last.
  struct Range {
    const File *file = nullptr;
    std::size_t begin = 0, end = 0;
  };
  using Named = std::map<std::string_view, std::vector<Range>>;

  void read(const File &file);
  void readNames(const File &file, std::size_t keyword);
  void readFields(const File &file);
  void readField(const File &file, std::size_t name, bool own);
  [[nodiscard]] std::size_t statementEnd(const File &file, std::size_t begin) const;
  [[nodiscard]] std::optional<std::uint64_t> valueOf(Range range, unsigned depth = 0) const;
  [[nodiscard]] Range onlyBlank(Range record) const;
  [[nodiscard]] std::optional<std::uint64_t> sizeOf(Range type, unsigned depth = 0) const;
  [[nodiscard]] std::optional<std::uint64_t> libraryPad(Range range, std::string_view name) const;
  [[nodiscard]] bool isLine(std::uint64_t bytes) const;
  [[nodiscard]] bool isNameable(Range type) const;
  [[nodiscard]] static bool isNumber(Range type);
  [[nodiscard]] std::optional<GoPad> padOf(Range type) const;

  Machine machine_;
  std::vector<File> files_; ///< the record's own first
  bool at_top_ = false;     ///< the record is not declared in a function
  Named constants_, types_;
  std::vector<Range> blanks_;     ///< types of blank fields
  std::vector<Range> lines_less_; ///< names of which arrays of bytes are a number less long
  std::vector<Range> own_rests_;  ///< those of `[NAME - NUMBER]byte` in the record's file
};

} // namespace fsfind::written
