// C and C++: alignment is written before what it is of.
#include "rules/remedy/idiom/Languages.h"

#include "rules/remedy/idiom/Declaration.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

class CFamily : public Idiom {
public:
  [[nodiscard]] std::optional<SeparatedRecord> separated(const LayoutParts &parts,
                                                         const std::vector<std::string> &types,
                                                         std::uint32_t line) const override {
    LayoutParts alignable = parts;
    for (LayoutPart &part : alignable)
      part.alignable = !part.name.empty();
    const auto arrangement = separatedInPlace(alignable, line);
    if (!arrangement)
      return std::nullopt;
    std::string text;
    for (const Placed &placed : arrangement->members)
      if (placed.aligned)
        text += alignment(line) + declaration(types[placed.part], parts[placed.part].name) + ";\n";
    return SeparatedRecord{parts, *arrangement, text};
  }

  [[nodiscard]] std::string variablesApart(const std::vector<TypedName> &variables,
                                           std::uint32_t line) const override {
    std::string text;
    for (const TypedName &variable : variables)
      text += alignment(line) +
              declaration(variable.type, std::string(unqualified(variable.name))) + ";\n";
    return text;
  }

  [[nodiscard]] std::string otherSideCopied(const TypedName &mine,
                                            const TypedName &other) const override {
    const std::string copy = "cached_" + other.name;
    return fmt::format("{}; // beside '{}', of whose writer it is\n"
                       "if ({} == {}) // full or empty by the copy: look again\n  {} = {};\n",
                       declaration(valueType(other.type), copy), mine.name, mine.name, copy, copy,
                       acquired(other.type, other.name));
  }

  /// A thread may move to another CPU before it adds, so each part stays atomic.
  [[nodiscard]] std::string counterInParts(const TypedName &counter,
                                           std::uint32_t line) const override {
    // Names with two underscores in a row are the compiler's.
    const std::string parts = counter.name + (counter.name.ends_with('_') ? "parts" : "_parts");
    const std::string value = valueType(counter.type);
    return fmt::format("struct {{ {}{}; }} {}[CPUS];\n"
                       "{}[sched_getcpu() % CPUS].{} += n; // where threads add to '{}'\n"
                       "for ({}, i = 0; i < CPUS; i++) // where it is read\n  sum += {}[i].{};\n",
                       alignment(line), declaration(atomic(value), counter.name), parts, parts,
                       counter.name, counter.name, declaration(value, "sum = 0"), parts,
                       counter.name);
  }

  [[nodiscard]] std::string storeAfterTest(const TypedName &datum,
                                           std::string_view value) const override {
    return fmt::format("if ({} != {})\n  {} = {};\n", datum.name, value, datum.name, value);
  }

protected:
  /// The type of an atomic number.
  [[nodiscard]] virtual std::string atomic(const std::string &value) const = 0;
  [[nodiscard]] virtual std::string alignment(std::uint32_t line) const = 0;
};

class C final : public CFamily {
public:
  [[nodiscard]] std::string_view language() const override { return "C"; }

  /// C aligns members, not types, and a type by its first member; a type of unknown members, as gcc
  /// and clang extend the language.
  [[nodiscard]] std::string paddedElement(const ElementText &element,
                                          std::uint32_t line) const override {
    if (!element.record)
      return fmt::format("struct slot {{ {}{}; }};\n", alignment(line),
                         declaration(element.type, "value"));
    if (element.first.name.empty())
      return fmt::format("struct {} {{ ... }} __attribute__((aligned({})));\n", element.type, line);
    return fmt::format("struct {} {{ {}{}; ... }};\n", element.type, alignment(line),
                       declaration(element.first.type, element.first.name));
  }

  [[nodiscard]] std::string objectApart(const ElementText &object,
                                        std::uint32_t line) const override {
    return fmt::format("aligned_alloc({}, {});\n", line, wholeLines(object.size, line));
  }

  [[nodiscard]] std::string_view alignedAllocation() const override {
    return "memory of malloc is not so aligned: allocate by aligned_alloc, which does not "
           "clear it as calloc does";
  }

protected:
  [[nodiscard]] std::string atomic(const std::string &value) const override {
    return value.empty() ? "_Atomic ..." : "_Atomic " + value;
  }
  [[nodiscard]] std::string alignment(std::uint32_t line) const override {
    return fmt::format("_Alignas({}) ", line);
  }
};

class Cplusplus final : public CFamily {
public:
  [[nodiscard]] std::string_view language() const override { return "C++"; }

  [[nodiscard]] std::string paddedElement(const ElementText &element,
                                          std::uint32_t line) const override {
    return element.record
               ? fmt::format("struct {}{} {{ ... }};\n", alignment(line), definedName(element.type))
               : fmt::format("struct {}Slot {{ {}; }};\n", alignment(line),
                             declaration(element.type, "value"));
  }

  /// new has honoured alignment since C++17.
  [[nodiscard]] std::string objectApart(const ElementText &object,
                                        std::uint32_t line) const override {
    return object.record ? paddedElement(object, line)
                         : fmt::format("::operator new({}, std::align_val_t{{{}}});\n",
                                       wholeLines(object.size, line), line);
  }

  [[nodiscard]] std::string_view alignedAllocation() const override {
    return "new keeps the alignment since C++17, malloc and allocators built on it do not";
  }

protected:
  [[nodiscard]] std::string atomic(const std::string &value) const override {
    return fmt::format("std::atomic<{}>", value.empty() ? "..." : value);
  }
  [[nodiscard]] std::string alignment(std::uint32_t line) const override {
    return fmt::format("alignas({}) ", line);
  }
};

} // namespace

const Idiom &cIdiom() {
  static const C idiom;
  return idiom;
}

const Idiom &cplusplusIdiom() {
  static const Cplusplus idiom;
  return idiom;
}

} // namespace fsfind
