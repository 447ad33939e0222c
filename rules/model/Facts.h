#pragma once

#include "rules/model/FactFunctions.h"
#include "rules/model/NameWords.h"

#include <cstdint>
#include <string>
#include <vector>

/// Facts: what the sources say, of one translation unit or of many merged ones. The analyzer fills
/// them, rules read them; nothing here depends on clang. Tables refer to one another by index.
/// Entities of different units that have the same `key` (clang's USR) are one entity.
namespace fsfind {

/// Version of the format of facts; files of another version are refused.
inline constexpr std::uint32_t kFactsVersion = 16;

struct FactUnit {
  std::string file;
  std::string triple;                         ///< of the target
  std::uint32_t line_size = kDefaultLineSize; ///< the target's destructive interference size
  bool cplusplus = false;
  bool aligned_new = false;  ///< `new` honours over-aligned types (C++17, -faligned-new)
  bool own_alignment = true; ///< the language has a word for alignments (C11, C++11)
  std::uint32_t errors = 0;  ///< clang's, while parsing: facts may be incomplete
  bool operator==(const FactUnit &) const = default;
};

struct Facts {
  std::uint32_t version = kFactsVersion;
  std::vector<FactUnit> units;
  std::vector<FactFile> files;
  std::vector<FactType> types;
  std::vector<FactRecord> records;
  std::vector<FactVariable> variables;
  std::vector<FactFunction> functions;
  std::vector<FactSlots> slots;
  /// Types, as in FactSlots::element, to which the code has pointers that it indexes or counts up;
  /// sorted.
  std::vector<std::string> indexed;
  /// Keys (FactSum::key, FactSum::way) of numbers and pointers of which the facts do not show all
  /// accesses: their address is kept or handed on, objects that hold them are copied as a whole, or
  /// code reaches them in a way that is not followed; sorted.
  std::vector<std::string> untraced;
  /// Names of the project's macros and constants for the cacheline's size.
  std::vector<std::string> cacheline_constants;
  /// Paths of the project's files that units in C, and those that units in C++, read or are meant
  /// to read (`#ifdef __cplusplus`); sorted.
  std::vector<std::string> c_files, cplusplus_files;
  /// Those of them that ask which compiler reads them (`_MSC_VER`, `__GNUC__`), as files do that
  /// several are meant to read; sorted.
  std::vector<std::string> compiler_files;
  /// What was known of words in names when the facts were extracted.
  NameWords words;

  [[nodiscard]] const FactType &type(TypeIndex at) const { return types[at.value()]; }
  [[nodiscard]] const FactRecord &record(RecordIndex at) const { return records[at.value()]; }
  [[nodiscard]] const FactVariable &variable(VariableIndex at) const {
    return variables[at.value()];
  }
  [[nodiscard]] const FactFunction &function(FunctionIndex at) const {
    return functions[at.value()];
  }
  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> all;
    for (const FactFile &file : files)
      all.push_back(file.path);
    return all;
  }
  [[nodiscard]] Place place(FactPlace at) const {
    if (!at.known())
      return {};
    return {files[at.file.value()].path, at.line, at.column};
  }
};

} // namespace fsfind
