// Go has no alignment beyond a word (https://go.dev/ref/spec#Size_and_alignment_guarantees), so a
// whole cacheline of padding parts members wherever the record begins. golang.org/x/sys/cpu calls
// it CacheLinePad.
#include "rules/remedy/idiom/Languages.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// ASCII only: other names keep their case.
char otherCase(char letter, char from, char to) {
  return static_cast<char>(letter >= from && letter < from + 26 ? letter - from + to : letter);
}

std::string uncapitalised(std::string name) {
  if (!name.empty())
    name.front() = otherCase(name.front(), 'A', 'a');
  return name;
}

/// `cachedHead` of `cached` and `head`.
std::string capitalised(const std::string &first, std::string second) {
  if (!second.empty())
    second.front() = otherCase(second.front(), 'a', 'A');
  return first + second;
}

std::string padding(std::uint64_t bytes) {
  return fmt::format("_ [{}]byte\n", bytes);
}

/// `sync/atomic.Int64` is written `atomic.Int64`, and `main.stats`, which no other package can
/// name, `stats`.
std::string typeInGo(const std::string &type) {
  constexpr std::string_view own = "main.";
  const std::string last = type.substr(type.rfind('/') + 1);
  return type.empty() ? "..." : last.starts_with(own) ? last.substr(own.size()) : last;
}

/// `sync/atomic.Int64`: a type of functions.
bool isAtomic(const std::string &type) {
  return type.starts_with("sync/atomic.");
}

/// The number's own type: of `sync/atomic.Int64`, `int64`.
std::string valueInGo(const std::string &type) {
  return isAtomic(type) ? uncapitalised(type.substr(type.rfind('.') + 1)) : typeInGo(type);
}

/// Not what the compiler makes, as closures, nor types of packages that programs cannot import.
bool canBeNamed(std::string_view type) {
  return type.find_first_of(" {(") == std::string_view::npos && !type.starts_with("runtime.") &&
         !type.starts_with("internal/") && type.find("/internal/") == std::string_view::npos;
}

/// To the next multiple of a line; the distance between elements is then whole lines.
std::uint64_t rest(std::uint64_t size, std::uint32_t line) {
  return wholeLines(size, line) - size;
}

class Go final : public Idiom {
public:
  [[nodiscard]] std::string_view language() const override { return "Go"; }

  [[nodiscard]] std::optional<SeparatedRecord> separated(const LayoutParts &parts,
                                                         const std::vector<std::string> &types,
                                                         std::uint32_t line) const override {
    SeparatedRecord result;
    const LayoutPart *last = nullptr;
    bool parted = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const LayoutPart &part = parts[i];
      if (part.contended && last && part.writers != last->writers) {
        result.parts.push_back({"_", part.offset, line, 1, {}, false, false});
        result.text += padding(line);
        parted = true;
      }
      if (part.contended) {
        result.text += fmt::format("{} {}\n", part.name, typeInGo(types[i]));
        last = &part;
      }
      result.parts.push_back(part);
    }
    if (!parted)
      return std::nullopt;
    result.arrangement = laidOutInOrder(result.parts);
    return result;
  }

  [[nodiscard]] std::string paddedElement(const ElementText &element,
                                          std::uint32_t line) const override {
    if (rest(element.size, line) == 0)
      return {};
    const std::string name =
        element.record ? std::string(definedName(element.type)) : std::string("slot");
    const std::string held = element.record ? "..." : "value " + typeInGo(element.type);
    return fmt::format("type {} struct {{\n{}\n{}}}\n", name, held,
                       padding(rest(element.size, line)));
  }

  [[nodiscard]] std::string variablesApart(const std::vector<TypedName> &variables,
                                           std::uint32_t line) const override {
    std::string text = "var apart struct {\n";
    for (const TypedName &variable : variables) {
      text += &variable == &variables.front() ? "" : padding(line);
      text += fmt::format("{} {}\n", unqualified(variable.name), typeInGo(variable.type));
    }
    return text + "}\n";
  }

  [[nodiscard]] std::string otherSideCopied(const TypedName &mine,
                                            const TypedName &other) const override {
    const std::string copy = capitalised("cached", other.name);
    return fmt::format("{} {} // beside {}, of whose writer it is\n"
                       "if {} == {} {{ // full or empty by the copy: look again\n{} = {}\n}}\n",
                       copy, valueInGo(other.type), mine.name, mine.name, copy, copy,
                       isAtomic(other.type) ? other.name + ".Load()" : other.name);
  }

  /// Go does not tell the CPU, so each goroutine that adds is given a part.
  [[nodiscard]] std::string counterInParts(const TypedName &counter,
                                           std::uint32_t line) const override {
    const std::string parts = counter.name + "Parts";
    return fmt::format("var {} [parts]struct {{\n{} {}\n{}}}\n"
                       "{}[worker%parts].{} // where goroutines add to {}\n"
                       "for i := range {} {{ // where it is read\nsum += {}[i].{}\n}}\n",
                       parts, counter.name, typeInGo(counter.type), padding(line), parts,
                       isAtomic(counter.type) ? counter.name + ".Add(n)" : counter.name + " += n",
                       counter.name, parts, parts,
                       isAtomic(counter.type) ? counter.name + ".Load()" : counter.name);
  }

  [[nodiscard]] std::string storeAfterTest(const TypedName &datum,
                                           std::string_view value) const override {
    const bool atomic = isAtomic(datum.type);
    return fmt::format(
        "if {}{} != {} {{\n{}\n}}\n", datum.name, atomic ? ".Load()" : "", value,
        datum.name + (atomic ? fmt::format(".Store({})", value) : fmt::format(" = {}", value)));
  }

  /// Allocations of a size that is a multiple of a line are of a size class of their own.
  [[nodiscard]] std::string objectApart(const ElementText &object,
                                        std::uint32_t line) const override {
    return canBeNamed(object.type) ? paddedElement(object, line) : "";
  }
};

} // namespace

const Idiom &goIdiom() {
  static const Go idiom;
  return idiom;
}

} // namespace fsfind
