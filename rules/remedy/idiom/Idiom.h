#pragma once

#include "rules/remedy/layout/RecordLayout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What remedies look like in the author's language: one file a language, the table in Idioms.cpp.
/// All of it is text for people to write by hand, every line ending with a newline.
namespace fsfind {

/// A name and its type, as the author wrote them.
struct TypedName {
  std::string type; ///< empty = unknown
  std::string name;
};

/// A type whose objects come to lie side by side.
struct ElementText {
  std::string type;       ///< empty = unknown
  std::uint64_t size = 0; ///< bytes
  bool record = false;    ///< the author's own, so that it can be written into
  TypedName first = {};   ///< member of such a record
};

/// A record whose contended members lie apart.
struct SeparatedRecord {
  LayoutParts parts; ///< with what the language puts between them
  Arrangement arrangement;
  std::string text;
};

class Idiom {
public:
  virtual ~Idiom() = default;

  [[nodiscard]] virtual std::string_view language() const = 0;
  /// `parts` by offset, `types` of each. None where no two contended members differ in writers.
  [[nodiscard]] virtual std::optional<SeparatedRecord>
  separated(const LayoutParts &parts, const std::vector<std::string> &types,
            std::uint32_t line) const = 0;
  /// Elements of an array, each on cachelines of its own.
  [[nodiscard]] virtual std::string paddedElement(const ElementText &element,
                                                  std::uint32_t line) const = 0;
  /// Global variables, each on a cacheline of its own.
  [[nodiscard]] virtual std::string variablesApart(const std::vector<TypedName> &variables,
                                                   std::uint32_t line) const = 0;
  /// Objects that the allocator keeps on cachelines of their own.
  [[nodiscard]] virtual std::string objectApart(const ElementText &object,
                                                std::uint32_t line) const = 0;
  /// One for each CPU in place of one for all.
  [[nodiscard]] virtual std::string shards(const TypedName &shared, std::uint32_t line) const = 0;
};

/// By the name of a source file; none for what is none of these languages'. Lives as long as the
/// program. A header may be of C and of C++: it is taken for the latter's.
[[nodiscard]] const Idiom *idiomOf(std::string_view file);

/// The size of whole cachelines.
[[nodiscard]] constexpr std::uint64_t wholeLines(std::uint64_t size, std::uint32_t line) {
  return roundedUp(size, line);
}

/// After the last `::`, `.` or `/` and without template arguments: how its definition names it.
[[nodiscard]] std::string_view definedName(std::string_view name);

/// After the last `::`, `.` or `/` that is no part of template arguments.
[[nodiscard]] std::string_view unqualified(std::string_view name);

} // namespace fsfind
