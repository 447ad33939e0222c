#include "rules/remedy/written/Brackets.h"
#include "rules/remedy/written/CargoVersion.h"
#include "rules/remedy/written/Found.h"
#include "rules/remedy/written/RustItems.h"
#include "rules/remedy/written/RustWrapper.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <map>

namespace fsfind::written {

namespace {

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
std::string freeName(const Tokens &tokens, std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (!hasWord(tokens, name))
      return name;
  return {};
}

/// The items that declare the wrapper, each of their lines behind `line`. `parameters`: `<T>`.
std::string itemsOf(const std::string &wrapper, const std::string &parameters,
                    const std::string &type, std::uint32_t align, const std::string &line) {
  std::string items;
  for (const std::string &one :
       {fmt::format("#[repr(align({}))]", align),
        fmt::format("struct {}{}({});", wrapper, parameters, type),
        fmt::format("impl{} std::ops::Deref for {}{} {{", parameters, wrapper, parameters),
        fmt::format("    type Target = {};", type),
        std::string("    fn deref(&self) -> &Self::Target {"), std::string("        &self.0"),
        std::string("    }"), std::string("}")})
    items += line + one;
  return items;
}

Edit replacement(const SourceText &source, std::size_t begin, std::size_t end, std::string text) {
  Edit edit = insertion(source, begin, std::move(text));
  const Edit behind = insertion(source, end, "");
  edit.end_line = behind.line;
  edit.end_column = behind.column;
  return edit;
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

/// What makes the wrapper more than the declaration's affair; empty if nothing does. `parts`: what
/// is wrapped, with a verb; `leaves`: whether that use of the name stays as it is.
template <class Leaves>
std::string obstacleTo(const Tokens &tokens, const Brackets &brackets, const SourceText &source,
                       std::size_t keyword, const std::vector<SourceText> &texts,
                       std::string_view parts, const Leaves &leaves) {
  const std::string_view name = tokens[keyword + 1].text;
  if (firstOfItem(tokens, brackets, keyword) != keyword)
    return fmt::format("'{}' is public, and other files may use it as it is", name);
  for (const SourceText &other : texts)
    if (other.path != source.path && !isManifest(other.path) &&
        hasWord(tokensOf(other.text, Language::Rust), name))
      return fmt::format("{} has a '{}', too", other.path, name);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (i != keyword + 1 && tokens[i].is(name) && !leaves(i))
      return fmt::format("line {} uses '{}' as a whole, which wants {}",
                         lineOf(source.text, tokens[i].at), name, parts);
  return {};
}

WrittenEdits wrapped(const SourceText &source, const Tokens &tokens, const Brackets &brackets,
                     const StaticArray &array, std::uint32_t line_size) {
  const std::string wrapper = freeName(tokens, {"Slot", "PaddedSlot", "LineSlot"});
  if (wrapper.empty())
    return none("the file uses the names that a wrapper would have");
  const std::size_t begin = tokens[array.type].at, end = tokens[array.type_end].end();
  const std::string line = std::string(newlineOf(source.text)) +
                           indentation(source.text, tokens[array.name - 1].at).value_or("");
  std::string items = itemsOf(wrapper, "", source.text.substr(begin, end - begin), line_size, line);
  WrittenEdits result;
  result.edits = {replacement(source, begin, end, wrapper)};
  wrapValues(source, tokens, brackets, array.values, wrapper, result.edits);
  result.edits.push_back(insertion(source, tokens[array.end].end(), std::move(items)));
  return result;
}

/// Where a static is declared, by its keyword; or why there is no such place.
struct DeclaredStatic {
  const SourceText *source = nullptr;
  std::size_t keyword = 0;
  std::string obstacle = {};
};

DeclaredStatic declarationOf(std::string_view name, const std::vector<SourceText> &texts) {
  DeclaredStatic found;
  for (const SourceText &source : texts) {
    if (isManifest(source.path))
      continue;
    const Tokens tokens = tokensOf(source.text, Language::Rust);
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
      if (!(tokens[i].is("static") || tokens[i].is("ref") || tokens[i].is("mut")) ||
          !tokens[i + 1].is(name) || !tokens[i + 2].is(":"))
        continue;
      if (found.source)
        return {nullptr, 0, fmt::format("'{}' is declared in several places", name)};
      found = {&source, i};
      const Brackets brackets(tokens);
      if (!brackets.whole || isInMacro(tokens, brackets, i))
        found.obstacle = fmt::format("a macro makes '{}'", name);
      else if (!tokens[i].is("static"))
        found.obstacle =
            fmt::format("'{}' is mutable, and its wrapped elements would not be", name);
    }
  }
  if (!found.source)
    found.obstacle =
        fmt::format("no declaration of '{}' is found beside the files that use it", name);
  return found;
}

/// `static NAME: TYPE = VALUE;`, by its tokens.
struct StaticValue {
  std::size_t type = 0, equals = 0, end = 0; ///< the end is the `;`
};

std::optional<StaticValue> valueAt(const Tokens &tokens, const Brackets &brackets,
                                   std::size_t keyword) {
  StaticValue value{keyword + 3};
  for (std::size_t i = keyword + 3; i < tokens.size(); ++i) {
    if (brackets.around[i] != brackets.around[keyword])
      continue;
    if (value.equals == 0 && tokens[i].is("="))
      value.equals = i;
    if (tokens[i].is(";")) {
      value.end = i;
      return value.equals > value.type && i > value.equals + 1 ? std::optional(value)
                                                               : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether a method is called on what the name stands for, which a wrapper has as well, or its
/// address is taken.
bool isCalledOn(const Tokens &tokens, std::size_t name) {
  const bool method =
      name + 3 < tokens.size() && tokens[name + 1].is(".") && tokens[name + 3].is("(");
  return method || (name > 0 && tokens[name - 1].is("&") &&
                    !(name + 1 < tokens.size() && tokens[name + 1].is(".")));
}

/// Wraps the values of statics of one file, in ascending order.
WrittenEdits valuesWrapped(const SourceText &source, const std::vector<std::size_t> &keywords,
                           const std::vector<SourceText> &texts, const Machine &machine) {
  const Tokens tokens = tokensOf(source.text, Language::Rust);
  const Brackets brackets(tokens);
  const auto known = wrapperAt(tokens, brackets, keywords.front(), texts, machine);
  const bool has_one = known && known->constant;
  const std::string wrapper =
      has_one ? known->name : freeName(tokens, {"CacheAligned", "LineAligned", "OwnCacheline"});
  if (wrapper.empty())
    return none("the file uses the names that a wrapper would have");
  WrittenEdits result;
  std::size_t last = 0;
  for (const std::size_t keyword : keywords) {
    const std::string_view name = tokens[keyword + 1].text;
    const auto value = valueAt(tokens, brackets, keyword);
    if (!value)
      return none(fmt::format("'{}' is not declared with its value beside it", name));
    if (brackets.around[keyword] != brackets.around[keywords.front()])
      return none(fmt::format("'{}' is in another module than its neighbours", name));
    std::string obstacle = obstacleTo(tokens, brackets, source, keyword, texts, "it as it is",
                                      [&](std::size_t use) { return isCalledOn(tokens, use); });
    if (!obstacle.empty())
      return none(std::move(obstacle));
    const std::size_t begin = tokens[value->type].at, end = tokens[value->equals - 1].end();
    result.edits.push_back(replacement(
        source, begin, end, wrapper + "<" + source.text.substr(begin, end - begin) + ">"));
    result.edits.push_back(
        insertion(source, tokens[value->equals + 1].at, (has_one ? known->maker : wrapper) + "("));
    result.edits.push_back(insertion(source, tokens[value->end - 1].end(), ")"));
    last = tokens[value->end].end();
  }
  const std::string line = std::string(newlineOf(source.text)) +
                           indentation(source.text, tokens[keywords.front()].at).value_or("");
  if (!has_one)
    result.edits.push_back(
        insertion(source, last, itemsOf(wrapper, "<T>", "T", machine.line_size, line)));
  return result;
}

} // namespace

WrittenEdits rustStaticEdits(std::string_view name, const std::vector<SourceText> &texts,
                             const Machine &machine) {
  DeclaredStatic place = declarationOf(name, texts);
  if (!place.obstacle.empty())
    return none(std::move(place.obstacle));
  const SourceText &source = *place.source;
  const Tokens tokens = tokensOf(source.text, Language::Rust);
  const Brackets brackets(tokens);
  const auto array = arrayAt(tokens, brackets, place.keyword);
  if (!array)
    return none(fmt::format("'{}' is not declared as an array with its elements beside it", name));
  std::string obstacle =
      obstacleTo(tokens, brackets, source, place.keyword, texts, "its elements as they are",
                 [&](std::size_t use) { return isOfElement(tokens, brackets, use); });
  if (!obstacle.empty())
    return none(std::move(obstacle));
  return wrapped(source, tokens, brackets, *array, machine.line_size);
}

WrittenEdits rustNeighbourEdits(const std::vector<std::string_view> &names,
                                const std::vector<SourceText> &texts, const Machine &machine) {
  std::map<const SourceText *, std::vector<std::size_t>> keywords;
  for (const std::string_view name : names) {
    DeclaredStatic place = declarationOf(name, texts);
    if (!place.obstacle.empty())
      return none(std::move(place.obstacle));
    keywords[place.source].push_back(place.keyword);
  }
  WrittenEdits result;
  for (auto &[source, of_file] : keywords) {
    std::sort(of_file.begin(), of_file.end());
    WrittenEdits one = valuesWrapped(*source, of_file, texts, machine);
    if (!one.obstacle.empty())
      return one;
    result.edits.insert(result.edits.end(), one.edits.begin(), one.edits.end());
  }
  return result;
}

} // namespace fsfind::written
