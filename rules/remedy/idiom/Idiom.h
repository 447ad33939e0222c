#pragma once

#include "rules/remedy/layout/RecordLayout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How a remedy is written in the author's language: one file a language, the table in Idioms.cpp.
/// All results are examples for people, every line ending with a newline.
namespace fsfind {

/// A name and its type, as the author wrote them.
struct TypedName {
  std::string type; ///< empty = unknown
  std::string name;
};

/// The type of objects that lie side by side.
struct ElementText {
  std::string type;       ///< empty = unknown
  std::uint64_t size = 0; ///< bytes
  bool record = false;    ///< a record of the author's, so members can be added to it
  TypedName first = {};   ///< first member of such a record
};

/// A record whose contended members lie apart.
struct SeparatedRecord {
  LayoutParts parts; ///< the members, and the padding that the language needs between them
  Arrangement arrangement;
  std::string text;
};

class Idiom {
public:
  virtual ~Idiom() = default;

  [[nodiscard]] virtual std::string_view language() const = 0;
  /// `parts` in ascending order of offsets; `types[i]` is the type of part i. None if no two
  /// contended members have different writers.
  [[nodiscard]] virtual std::optional<SeparatedRecord>
  separated(const LayoutParts &parts, const std::vector<std::string> &types,
            std::uint32_t line) const = 0;
  /// Elements of an array, each on cachelines of its own; empty if the language has no means to
  /// bring that about.
  [[nodiscard]] virtual std::string paddedElement(const ElementText &element,
                                                  std::uint32_t line) const = 0;
  /// Global variables, each on a cacheline of its own.
  [[nodiscard]] virtual std::string variablesApart(const std::vector<TypedName> &variables,
                                                   std::uint32_t line) const = 0;
  /// Objects that the allocator keeps on cachelines of their own; empty if all allocations of whole
  /// lines are so already.
  [[nodiscard]] virtual std::string objectApart(const ElementText &object,
                                                std::uint32_t line) const = 0;
  /// A copy of `other`, which another thread writes, for the thread that alone writes `mine`: it
  /// reads `other` again only where its own number meets the copy.
  [[nodiscard]] virtual std::string otherSideCopied(const TypedName &mine,
                                                    const TypedName &other) const = 0;
  /// A counter for each CPU or thread in place of one, how to add to it and how to read the sum.
  [[nodiscard]] virtual std::string counterInParts(const TypedName &counter,
                                                   std::uint32_t line) const = 0;
  /// Which allocations keep the alignment that the examples write, as a clause; empty if all do.
  [[nodiscard]] virtual std::string_view alignedAllocation() const { return {}; }
  /// A store of `value` that is left out where it would change nothing.
  [[nodiscard]] virtual std::string storeAfterTest(const TypedName &datum,
                                                   std::string_view value) const = 0;
};

/// The language of a source file, by its name; null for other languages. Lives as long as the
/// program. A `.h` file is taken for C++.
[[nodiscard]] const Idiom *idiomOf(std::string_view file);

/// `size` rounded up to whole cachelines.
[[nodiscard]] constexpr std::uint64_t wholeLines(std::uint64_t size, std::uint32_t line) {
  return roundedUp(size, line);
}

/// The name as its definition has it: the part after the last `::`, `.` or `/`, without template
/// arguments.
[[nodiscard]] std::string_view definedName(std::string_view name);

/// The part after the last `::`, `.` or `/` outside template arguments.
[[nodiscard]] std::string_view unqualified(std::string_view name);

} // namespace fsfind
