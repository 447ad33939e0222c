#pragma once

#include "rules/remedy/source/FactLookup.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsfind {

/// Whether the units that read the file are C++; none if units of both languages read it, or none.
[[nodiscard]] std::optional<bool> isCplusplus(const FactLookup &lookup, std::string_view file);

/// Whether units of C and units of C++ read the file.
[[nodiscard]] bool isOfBothLanguages(const Facts &facts, std::string_view file);
/// Whether `extern "C"` may let code see the record that the facts do not have. It is there for
/// units of C; if they are read, and all its functions are defined in some unit, it lets in nobody
/// else.
[[nodiscard]] bool isForUnseenCode(const FactLookup &lookup, const FactRecord &record);

/// An alignment to a cacheline, as it is to be written.
struct WrittenAlignment {
  std::uint32_t value = 0;    ///< bytes, a multiple of the line size
  std::string name;           ///< the project's constant of that value; empty = none
  std::string attribute = {}; ///< the whole alignment: a macro of the project, or an attribute

  /// `CACHE_ALIGNED `, else `alignas(64) `, in C `_Alignas(64) `.
  [[nodiscard]] std::string text(bool cplusplus) const;
  /// Not by the language's own word, so perhaps by an attribute of a compiler.
  [[nodiscard]] bool byAttribute() const { return !attribute.empty(); }
  /// Whether the file takes it in C++'s form. In files of both languages a macro or attribute takes
  /// C's form, on a member or a variable; otherwise such files take none.
  [[nodiscard]] std::optional<bool> isCplusplusIn(const FactLookup &lookup,
                                                  std::string_view file) const;
};

/// The alignment as an attribute that aligns a whole record, written before its name, also in C,
/// which has no word of its own there. Empty where other compilers are meant to read the file.
[[nodiscard]] std::string attributeOfRecord(const Facts &facts, std::string_view file,
                                            const WrittenAlignment &alignment);

/// Uses the project's constant and macro if their value separates cachelines and the name does not
/// say the opposite (constructive interference); else the line size. An attribute, if there are
/// units, of that language if one is given, that have no word for it.
[[nodiscard]] WrittenAlignment alignmentBy(const FactLookup &lookup, const FactConstant &constant,
                                           std::uint32_t line_size,
                                           std::optional<bool> cplusplus = {});
/// The same, for a declaration in the file. One that units of C and C++ read gets an attribute that
/// the compilers of both take, unless it asks which compiler reads it: then others are meant to.
[[nodiscard]] WrittenAlignment alignmentIn(const FactLookup &lookup, std::string_view file,
                                           const FactConstant &constant, std::uint32_t line_size);

} // namespace fsfind
