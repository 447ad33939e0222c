#include "rules/remedy/written/Brackets.h"
#include "rules/remedy/written/CargoVersion.h"
#include "rules/remedy/written/Found.h"
#include "rules/remedy/written/RustItems.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind::written {

namespace {

using Tokens = std::vector<Token>;

/// `static NAME: [TYPE; LENGTH] = [INITIALISER];`, by its tokens.
struct StaticArray {
  std::size_t name = 0;
  std::size_t type = 0, type_end = 0; ///< of an element; the end is its last token
  std::size_t values = 0;             ///< the `[` of the initialiser
  std::size_t end = 0;                ///< the `;`
};

/// The `;` that stands in the bracket at `open` itself; kNoToken if none does.
std::size_t semicolonIn(const Tokens &tokens, const Brackets &brackets, std::size_t open) {
  for (std::size_t i = open + 1; i < brackets.partner[open]; ++i)
    if (tokens[i].is(";") && brackets.around[i] == open)
      return i;
  return kNoToken;
}

/// Whether a macro's braces are around the token, as those of `thread_local!`.
bool isInMacro(const Tokens &tokens, const Brackets &brackets, std::size_t at) {
  for (at = brackets.around[at]; at != kNoToken; at = brackets.around[at])
    if (at > 0 && tokens[at - 1].is("!"))
      return true;
  return false;
}

/// The array that the keyword `static` declares; empty for other statics.
std::optional<StaticArray> arrayAt(const Tokens &tokens, const Brackets &brackets,
                                   std::size_t keyword) {
  StaticArray array;
  array.name = keyword + 1;
  const std::size_t open = keyword + 3;
  if (open >= tokens.size() || !tokens[keyword + 2].is(":") || !tokens[open].is("["))
    return {};
  const std::size_t length = semicolonIn(tokens, brackets, open);
  array.values = brackets.partner[open] + 2;
  if (length == kNoToken || length == open + 1 || array.values >= tokens.size() ||
      !tokens[array.values - 1].is("=") || !tokens[array.values].is("["))
    return {};
  array.type = open + 1;
  array.type_end = length - 1;
  array.end = brackets.partner[array.values] + 1;
  return array.end < tokens.size() && tokens[array.end].is(";") ? std::optional(array)
                                                                : std::nullopt;
}

/// Whether the name stands for one element, or for what wrapped elements do as well.
bool isOfElement(const Tokens &tokens, const Brackets &brackets, std::size_t name) {
  if (isRun(tokens, name + 1, {".", "len", "("}))
    return true;
  if (name + 1 >= tokens.size() || !tokens[name + 1].is("["))
    return false;
  // A range makes a slice of elements.
  for (std::size_t i = name + 2; i < brackets.partner[name + 1]; ++i)
    if (brackets.around[i] == name + 1 && tokens[i].is(".") && tokens[i + 1].is("."))
      return false;
  const std::size_t behind = brackets.partner[name + 1] + 1;
  const bool method = behind < tokens.size() && tokens[behind].is(".");
  return method || (name > 0 && tokens[name - 1].is("&"));
}

std::size_t lineOf(const std::string &text, std::size_t at) {
  return static_cast<std::size_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         1;
}

bool hasWord(const Tokens &tokens, std::string_view word) {
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](const Token &token) { return token.is(word); });
}

/// A name for the wrapper that the file does not use; empty if it uses all.
std::string freeName(const Tokens &tokens) {
  for (const char *name : {"Slot", "PaddedSlot", "LineSlot"})
    if (!hasWord(tokens, name))
      return name;
  return {};
}

/// Puts the tokens from `first` to `last`, a constant, into the wrapper. `once`: it is an element
/// of a list; else it is repeated, which wants a constant block.
void wrap(const SourceText &source, const Tokens &tokens, const Brackets &brackets,
          std::size_t first, std::size_t last, bool once, const std::string &wrapper,
          std::vector<Edit> &edits) {
  const bool block = isRun(tokens, first, {"const", "{"}) && brackets.partner[first + 1] == last &&
                     last > first + 2;
  if (block) {
    first += 2;
    --last;
  }
  const bool bare = once || block;
  edits.push_back(insertion(source, tokens[first].at, (bare ? "" : "const { ") + wrapper + "("));
  edits.push_back(insertion(source, tokens[last].end(), bare ? ")" : ") }"));
}

void wrapValues(const SourceText &source, const Tokens &tokens, const Brackets &brackets,
                std::size_t open, const std::string &wrapper, std::vector<Edit> &edits) {
  const std::size_t close = brackets.partner[open];
  if (const std::size_t count = semicolonIn(tokens, brackets, open); count != kNoToken)
    return wrap(source, tokens, brackets, open + 1, count - 1, false, wrapper, edits);
  for (std::size_t begin = open + 1, i = begin; i <= close; ++i)
    if (i == close || (tokens[i].is(",") && brackets.around[i] == open)) {
      if (i > begin)
        wrap(source, tokens, brackets, begin, i - 1, true, wrapper, edits);
      begin = i + 1;
    }
}

/// What makes the elements' wrapper more than the declaration's affair; empty if nothing does.
std::string obstacleTo(const Tokens &tokens, const Brackets &brackets, const SourceText &source,
                       const StaticArray &array, const std::vector<SourceText> &texts) {
  const std::string_view name = tokens[array.name].text;
  if (firstOfItem(tokens, brackets, array.name - 1) != array.name - 1)
    return fmt::format("'{}' is public, and other files may use it as it is", name);
  for (const SourceText &other : texts)
    if (other.path != source.path && !isManifest(other.path) &&
        hasWord(tokensOf(other.text, Language::Rust), name))
      return fmt::format("{} has a '{}', too", other.path, name);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (i != array.name && tokens[i].is(name) && !isOfElement(tokens, brackets, i))
      return fmt::format("line {} uses '{}' as a whole, which wants its elements as they are",
                         lineOf(source.text, tokens[i].at), name);
  return {};
}

WrittenEdits wrapped(const SourceText &source, const Tokens &tokens, const Brackets &brackets,
                     const StaticArray &array, std::uint32_t line_size) {
  const std::string wrapper = freeName(tokens);
  if (wrapper.empty())
    return none("the file uses the names that a wrapper would have");
  const std::size_t begin = tokens[array.type].at;
  const std::string type = source.text.substr(begin, tokens[array.type_end].end() - begin);
  const std::string line(newlineOf(source.text));
  const std::string indented =
      line + indentation(source.text, tokens[array.name - 1].at).value_or("");
  std::string items;
  for (const std::string &one :
       {fmt::format("#[repr(align({}))]", line_size), fmt::format("struct {}({});", wrapper, type),
        fmt::format("impl std::ops::Deref for {} {{", wrapper),
        fmt::format("    type Target = {};", type),
        std::string("    fn deref(&self) -> &Self::Target {"), std::string("        &self.0"),
        std::string("    }"), std::string("}")})
    items += indented + one;
  WrittenEdits result;
  Edit to_wrapper = insertion(source, begin, wrapper);
  const Edit behind = insertion(source, begin + type.size(), "");
  to_wrapper.end_line = behind.line;
  to_wrapper.end_column = behind.column;
  result.edits = {to_wrapper};
  wrapValues(source, tokens, brackets, array.values, wrapper, result.edits);
  result.edits.push_back(insertion(source, tokens[array.end].end(), std::move(items)));
  return result;
}

} // namespace

WrittenEdits rustStaticEdits(std::string_view name, const std::vector<SourceText> &texts,
                             const Machine &machine) {
  struct Place {
    const SourceText *source;
    std::size_t keyword;
  };
  std::vector<Place> places;
  for (const SourceText &source : texts) {
    if (isManifest(source.path))
      continue;
    const Tokens tokens = tokensOf(source.text, Language::Rust);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
      if ((tokens[i].is("static") || tokens[i].is("ref") || tokens[i].is("mut")) &&
          tokens[i + 1].is(name) && i + 2 < tokens.size() && tokens[i + 2].is(":"))
        places.push_back({&source, i});
  }
  if (places.size() > 1)
    return none(fmt::format("'{}' is declared in several places", name));
  if (places.empty())
    return none(fmt::format("no declaration of '{}' is found beside the files that use it", name));
  const SourceText &source = *places.front().source;
  const Tokens tokens = tokensOf(source.text, Language::Rust);
  const Brackets brackets(tokens);
  const std::size_t keyword = places.front().keyword;
  if (!brackets.whole || isInMacro(tokens, brackets, keyword))
    return none(fmt::format("a macro makes '{}'", name));
  if (!tokens[keyword].is("static"))
    return none(fmt::format("'{}' is mutable, and its wrapped elements would not be", name));
  const auto array = arrayAt(tokens, brackets, keyword);
  if (!array)
    return none(fmt::format("'{}' is not declared as an array with its elements beside it", name));
  if (std::string obstacle = obstacleTo(tokens, brackets, source, *array, texts); !obstacle.empty())
    return none(std::move(obstacle));
  return wrapped(source, tokens, brackets, *array, machine.line_size);
}

} // namespace fsfind::written
