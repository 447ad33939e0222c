// Go has no alignment beyond a word (https://go.dev/ref/spec#Size_and_alignment_guarantees), so a
// whole cacheline of padding parts members wherever the record begins. golang.org/x/sys/cpu calls
// it CacheLinePad.
#include "rules/remedy/idiom/Languages.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

std::string padding(std::uint64_t bytes) {
  return fmt::format("_ [{}]byte\n", bytes);
}

/// `sync/atomic.Int64` is written `atomic.Int64`, and `main.stats`, which no other package can
/// name, `stats`.
std::string typeOr(const std::string &type) {
  constexpr std::string_view own = "main.";
  const std::string last = type.substr(type.rfind('/') + 1);
  return type.empty() ? "..." : last.starts_with(own) ? last.substr(own.size()) : last;
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
        result.text += fmt::format("{} {}\n", part.name, typeOr(types[i]));
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
    const std::string held = element.record ? "..." : "value " + typeOr(element.type);
    return fmt::format("type {} struct {{\n{}\n{}}}\n", name, held,
                       padding(rest(element.size, line)));
  }

  [[nodiscard]] std::string variablesApart(const std::vector<TypedName> &variables,
                                           std::uint32_t line) const override {
    std::string text = "var apart struct {\n";
    for (const TypedName &variable : variables) {
      text += &variable == &variables.front() ? "" : padding(line);
      text += fmt::format("{} {}\n", unqualified(variable.name), typeOr(variable.type));
    }
    return text + "}\n";
  }

  /// Allocations of a size that is a multiple of a line are of a size class of their own.
  [[nodiscard]] std::string objectApart(const ElementText &object,
                                        std::uint32_t line) const override {
    return paddedElement(object, line);
  }
};

} // namespace

const Idiom &goIdiom() {
  static const Go idiom;
  return idiom;
}

} // namespace fsfind
