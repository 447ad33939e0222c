// Rust: a type of the wanted alignment goes around what is to lie apart. The compiler orders the
// members of a record as it likes, which it does by alignment
// (https://doc.rust-lang.org/reference/type-layout.html#the-rust-representation).
#include "rules/remedy/idiom/Languages.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

std::string wrapper(std::uint32_t line) {
  return fmt::format("#[repr(align({}))]\nstruct CachePadded<T>(T); // or crossbeam_utils'\n",
                     line);
}

/// Without arguments that are paths: debug information has those of one instance, and the
/// allocators that nobody writes.
std::string typeInRust(const std::string &type) {
  if (type.empty())
    return "...";
  const std::string name(unqualified(type));
  const std::size_t begin = name.find('<');
  const bool paths = begin != std::string::npos && name.find("::", begin) != std::string::npos;
  return paths && name.ends_with('>') ? name.substr(0, begin) + "<...>" : name;
}

/// The number's own type: of `core::sync::atomic::AtomicUsize` and `…::Atomic<usize>`, `usize`.
std::string valueInRust(const std::string &type) {
  constexpr std::string_view prefix = "Atomic";
  const std::string name = typeInRust(type);
  if (name.starts_with("Atomic<") && name.ends_with('>'))
    return name.substr(prefix.size() + 1, name.size() - prefix.size() - 2);
  if (!name.starts_with(prefix) || name.size() == prefix.size())
    return "...";
  std::string value = name.substr(prefix.size());
  if (value.front() >= 'A' && value.front() <= 'Z')
    value.front() = static_cast<char>(value.front() - 'A' + 'a');
  return value;
}

/// `name: `; nothing for members of tuples, which debug information calls `__0`, `__1`, ….
std::string field(const std::string &name) {
  return name.starts_with("__") ? "" : name + ": ";
}

class Rust final : public Idiom {
public:
  [[nodiscard]] std::string_view language() const override { return "Rust"; }

  [[nodiscard]] std::optional<SeparatedRecord> separated(const LayoutParts &parts,
                                                         const std::vector<std::string> &types,
                                                         std::uint32_t line) const override {
    if (!haveDifferentWriters(parts))
      return std::nullopt;
    SeparatedRecord result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      LayoutPart part = parts[i];
      if (part.contended) {
        part.align = line;
        part.size = wholeLines(part.size, line);
        result.text += field(part.name) + fmt::format("CachePadded<{}>,\n", typeInRust(types[i]));
      }
      result.parts.push_back(part);
    }
    result.text = wrapper(line) + result.text;
    std::stable_sort(result.parts.begin(), result.parts.end(),
                     [](const auto &a, const auto &b) { return a.align > b.align; });
    result.arrangement = laidOutInOrder(result.parts);
    return result;
  }

  [[nodiscard]] std::string paddedElement(const ElementText &element,
                                          std::uint32_t line) const override {
    return element.record ? fmt::format("#[repr(align({}))]\nstruct {} {{ ... }}\n", line,
                                        definedName(element.type))
                          : fmt::format("#[repr(align({}))]\nstruct Slot({});\n", line,
                                        typeInRust(element.type));
  }

  [[nodiscard]] std::string variablesApart(const std::vector<TypedName> &variables,
                                           std::uint32_t line) const override {
    std::string text = wrapper(line);
    for (const TypedName &variable : variables)
      text += fmt::format("static {}: CachePadded<{}> = CachePadded(...);\n",
                          unqualified(variable.name), typeInRust(variable.type));
    return text;
  }

  [[nodiscard]] std::string otherSideCopied(const TypedName &mine,
                                            const TypedName &other) const override {
    const std::string copy = "cached_" + other.name;
    return fmt::format("{}: {}, // in what the writer of {} alone has\n"
                       "if {} == self.{} {{ // full or empty by the copy: look again\n"
                       "    self.{} = {}.load(Ordering::Acquire);\n}}\n",
                       copy, valueInRust(other.type), mine.name, mine.name, copy, copy, other.name);
  }

  /// Standard Rust does not tell the CPU, so each thread that adds is given a part.
  [[nodiscard]] std::string counterInParts(const TypedName &counter,
                                           std::uint32_t line) const override {
    const std::string &name = counter.name;
    return wrapper(line) +
           fmt::format(
               "{}: [CachePadded<{}>; PARTS],\n"
               "{}[worker % PARTS].0.fetch_add(n, Ordering::Relaxed); // where threads add\n"
               "{}.iter().map(|part| part.0.load(Ordering::Relaxed)).sum() // where it is "
               "read\n",
               name, typeInRust(counter.type), name, name);
  }

  [[nodiscard]] std::string storeAfterTest(const TypedName &datum,
                                           std::string_view value) const override {
    if (datum.type.find("Atomic") == std::string::npos)
      return fmt::format("if {} != {} {{\n    {} = {};\n}}\n", datum.name, value, datum.name,
                         value);
    return fmt::format("if {}.load(Ordering::Relaxed) != {} {{\n"
                       "    {}.store({}, Ordering::Relaxed);\n}}\n",
                       datum.name, value, datum.name, value);
  }

  [[nodiscard]] std::string objectApart(const ElementText &object,
                                        std::uint32_t line) const override {
    return paddedElement(object, line);
  }
};

} // namespace

const Idiom &rustIdiom() {
  static const Rust idiom;
  return idiom;
}

} // namespace fsfind
