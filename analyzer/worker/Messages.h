#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What `fsfind check` and its worker, the program `fsfind-facts`, say to each other: a request as
/// JSON on the worker's standard input, the answer on its standard output.
namespace fsfind::analyzer {

/// Texts of files by absolute path.
using FileTexts = std::map<std::string, std::string>;

/// One translation unit, as the compile database has it.
struct UnitRequest {
  std::string directory;              ///< absolute
  std::string file;                   ///< absolute
  std::vector<std::string> arguments; ///< the compiler first, as it was called
  std::string output;                 ///< where the facts go
  ExtractOptions options;
  std::uint64_t memory = 0; ///< bytes it may take; 0 = any
  FileTexts edited = {};    ///< in place of what is on the disk
};

/// A file that the unit's facts depend on, as it was when it was read.
struct Dependency {
  std::string path; ///< absolute
  std::uint64_t size = 0, hash = 0;
  bool operator==(const Dependency &) const = default;
};

struct UnitAnswer {
  std::string failure; ///< why there are no facts; empty = they are in `output`
  std::uint32_t errors = 0;
  std::string first_error; ///< `file:line: message`
  std::vector<Dependency> dependencies;
  bool operator==(const UnitAnswer &) const = default;
};

[[nodiscard]] std::string toJson(const UnitRequest &request);
[[nodiscard]] std::string toJson(const UnitAnswer &answer);
[[nodiscard]] Expected<UnitRequest> requestFromJson(std::string_view text);
[[nodiscard]] Expected<UnitAnswer> answerFromJson(std::string_view text);

} // namespace fsfind::analyzer
