#include "rules/remedy/written/RustWrapper.h"

#include "rules/remedy/written/CargoVersion.h"
#include "rules/remedy/written/RustImports.h"
#include "rules/remedy/written/RustItems.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fsfind::written {

namespace {

using Path = std::vector<std::string_view>;

/// What crossbeam's CachePadded aligns to in its current releases, 0.8.6 and later; older ones to
/// 64 at least. Not the architectures where it was ever less than a line.
/// https://docs.rs/crossbeam-utils/latest/crossbeam_utils/struct.CachePadded.html
struct Alignment {
  std::string_view arch; ///< its beginning
  std::uint32_t bytes;
};
constexpr std::array kCrossbeam = {Alignment{"x86_64", 128}, Alignment{"aarch64", 128},
                                   Alignment{"ppc64", 128}, Alignment{"s390", 256}};
constexpr std::uint32_t kOldCrossbeam = 64;

/// Whether the wrapper can be made in constants, which it can since the release 0.8.0:
/// https://github.com/crossbeam-rs/crossbeam/blob/master/crossbeam-utils/CHANGELOG.md
bool isNewCrossbeam(std::string_view module, const std::vector<SourceText> &texts) {
  const std::string_view crate = module == "crossbeam" ? "crossbeam" : "crossbeam-utils";
  return std::any_of(texts.begin(), texts.end(), [&](const SourceText &source) {
    return isManifest(source.path) && wantsSeries(source.text, crate, "0.8");
  });
}

std::optional<RustWrapper> crossbeamWrapper(std::string_view name, bool is_new,
                                            const Machine &machine) {
  for (const Alignment &alignment : kCrossbeam)
    if (machine.arch.starts_with(alignment.arch) && machine.line_size <= kOldCrossbeam)
      return RustWrapper{std::string(name), std::string(name) + "::new", alignment.bytes, is_new,
                         true};
  return std::nullopt;
}

bool isCrossbeam(const Path &path) {
  return path == Path{"crossbeam_utils", "CachePadded"} ||
         path == Path{"crossbeam", "utils", "CachePadded"};
}

/// Reads the wrapper's declaration, `struct NAME<T>(T);` or `struct NAME<T> { value: T }`.
class WrapperDeclaration {
public:
  WrapperDeclaration(const Tokens &tokens, const Brackets &brackets)
      : tokens_(tokens), brackets_(brackets) {}

  /// `from_here`: its private parts can be used.
  [[nodiscard]] std::optional<RustWrapper> read(std::size_t keyword, bool from_here) const {
    RustWrapper wrapper;
    wrapper.name = tokens_[keyword + 1].text;
    if (!isRun(tokens_, keyword + 2, {"<"}) || !isRun(tokens_, keyword + 4, {">"}))
      return std::nullopt;
    const std::size_t open = keyword + 5;
    const bool tuple = isRun(tokens_, open, {"("});
    if ((!tuple && !isRun(tokens_, open, {"{"})) || !holdsOne(open, tokens_[keyword + 3].text))
      return std::nullopt;
    if (!readAttributes(wrapper, firstOfItem(tokens_, brackets_, keyword)))
      return std::nullopt;
    if (tuple && from_here) {
      wrapper.maker = wrapper.name;
      wrapper.constant = true;
    }
    return readFunctions(wrapper, from_here) ? std::optional(wrapper) : std::nullopt;
  }

private:
  /// Whether the field is of the parameter's type.
  [[nodiscard]] bool holdsOne(std::size_t open, std::string_view parameter) const {
    std::size_t end = brackets_.partner[open];
    end -= isRun(tokens_, end - 1, {","}) ? 1 : 0;
    const bool tuple = tokens_[open].is("(");
    std::size_t begin = open + 1;
    if (isRun(tokens_, begin, {"pub"}))
      begin = isRun(tokens_, begin + 1, {"("}) ? brackets_.partner[begin + 1] + 1 : begin + 1;
    begin += tuple ? 0 : 2;
    return end == begin + 1 && tokens_[begin].is(parameter) &&
           (tuple || tokens_[begin - 1].is(":"));
  }

  bool readAttributes(RustWrapper &wrapper, std::size_t first) const {
    for (const std::size_t attribute : attributesBefore(tokens_, brackets_, first)) {
      if (const auto align = alignmentOf(tokens_, attribute); align && wrapper.align == 0)
        wrapper.align = *align;
      else if (isRun(tokens_, attribute + 1, {"derive"}))
        for (std::size_t i = attribute; i < brackets_.partner[attribute]; ++i)
          wrapper.has_default = wrapper.has_default || tokens_[i].is("Default");
      else if (isRun(tokens_, attribute + 1, {"repr"}) || isRun(tokens_, attribute + 1, {"cfg"}) ||
               isRun(tokens_, attribute + 1, {"cfg_attr"}))
        return false;
    }
    return wrapper.align != 0;
  }

  /// Whether it dereferences to what it holds, can be made, and hides no function of atomics.
  bool readFunctions(RustWrapper &wrapper, bool from_here) const {
    bool dereferences = false;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!tokens_[i].is("impl") || implementedBy(tokens_, i) != wrapper.name)
        continue;
      const std::size_t open = bodyOf(tokens_, brackets_, i);
      if (open == kNoToken)
        return false;
      const bool plain = isRun(tokens_, i + 1, {"<"}) && isRun(tokens_, i + 3, {">"});
      for (std::size_t j = open; j < brackets_.partner[open]; ++j) {
        if (tokens_[j].is("fn") && isAtomicOperation(tokens_[j + 1].text))
          return false;
        if (!plain)
          continue;
        const std::string_view value = tokens_[i + 2].text;
        dereferences =
            dereferences || (isRun(tokens_, j, {"type", "Target", "=", value, ";"}) &&
                             isRun(tokens_, open - 6, {"Deref", "for", wrapper.name, "<"}));
        if (isRun(tokens_, j, {"fn", "new", "("}) && isRun(tokens_, j + 4, {":", value, ")"}) &&
            isRun(tokens_, i + 4, {wrapper.name}))
          readMaker(wrapper, j, from_here);
      }
    }
    return dereferences && !wrapper.maker.empty();
  }

  void readMaker(RustWrapper &wrapper, std::size_t function, bool from_here) const {
    const bool constant = isRun(tokens_, function - 1, {"const"});
    const std::size_t before = function - (constant ? 2 : 1);
    if (!from_here && !tokens_[before].is("pub") && !tokens_[before].is(")"))
      return;
    wrapper.maker = wrapper.name + "::new";
    wrapper.constant = constant;
  }

  const Tokens &tokens_;
  const Brackets &brackets_;
};

/// Whether `struct NAME<T>` is at the token, with an alignment.
bool isCandidate(const Tokens &tokens, const Brackets &brackets, std::size_t keyword) {
  if (!tokens[keyword].is("struct") || !isRun(tokens, keyword + 2, {"<"}) ||
      !isRun(tokens, keyword + 4, {">"}))
    return false;
  const auto attributes =
      attributesBefore(tokens, brackets, firstOfItem(tokens, brackets, keyword));
  return std::any_of(attributes.begin(), attributes.end(),
                     [&](std::size_t one) { return alignmentOf(tokens, one).has_value(); });
}

/// The one declaration of a type of this name, if it is within the bracket `around`.
std::optional<RustWrapper> declaredIn(const Tokens &tokens, const Brackets &brackets,
                                      std::string_view name, std::size_t around, bool from_here) {
  std::optional<RustWrapper> found;
  for (std::size_t i = 0; i + 5 < tokens.size(); ++i)
    if (tokens[i].is("struct") && tokens[i + 1].is(name)) {
      if (found || brackets.around[i] != around)
        return std::nullopt;
      found = WrapperDeclaration(tokens, brackets).read(i, from_here);
      if (!found)
        return std::nullopt;
    }
  return found;
}

/// Declarations that are looked at, each of which takes a look at a whole file.
constexpr std::size_t kMostFiles = 64;

/// Whether the path is one of a file of the same crate.
bool isOwn(const Path &path) {
  return path.size() > 2 &&
         (path.front() == "crate" || path.front() == "super" || path.front() == "self");
}

/// The wrapper of a path such as `crate::pad::OwnLine`, in the file `pad.rs`.
std::optional<RustWrapper> declaredElsewhere(const Path &path,
                                             const std::vector<SourceText> &texts) {
  const std::string file = "/" + std::string(path[path.size() - 2]) + ".rs";
  std::optional<RustWrapper> found;
  for (const SourceText &source : texts)
    if (source.path.ends_with(file)) {
      const Tokens tokens = tokensOf(source.text, Language::Rust);
      const Brackets brackets(tokens);
      if (found || !brackets.whole)
        return std::nullopt;
      found = declaredIn(tokens, brackets, path.back(), kNoToken, false);
    }
  return found;
}

} // namespace

std::vector<std::size_t> attributesBefore(const Tokens &tokens, const Brackets &brackets,
                                          std::size_t at) {
  std::vector<std::size_t> attributes;
  while (at > 1 && tokens[at - 1].is("]")) {
    const std::size_t open = brackets.partner[at - 1];
    if (open == kNoToken || open == 0 || !tokens[open - 1].is("#"))
      break;
    attributes.push_back(open);
    at = open - 1;
  }
  return attributes;
}

std::optional<std::uint64_t> alignmentOf(const Tokens &tokens, std::size_t attribute) {
  if (!isRun(tokens, attribute, {"[", "repr", "(", "align", "("}) ||
      !isRun(tokens, attribute + 6, {")", ")", "]"}))
    return std::nullopt;
  const std::string_view text = tokens[attribute + 5].text;
  std::uint64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && rest == text.data() + text.size() ? std::optional(value)
                                                                   : std::nullopt;
}

bool isAtomicOperation(std::string_view name) {
  constexpr std::array<std::string_view, 6> kOperations = {
      "load", "store", "swap", "compare_exchange", "compare_exchange_weak", "compare_and_swap"};
  return name.starts_with("fetch_") ||
         std::find(kOperations.begin(), kOperations.end(), name) != kOperations.end();
}

std::optional<RustWrapper> wrapperAt(const Tokens &tokens, const Brackets &brackets, std::size_t at,
                                     const std::vector<SourceText> &texts, const Machine &machine) {
  const std::size_t around = brackets.around[at];
  std::vector<RustWrapper> found;
  std::size_t seen = 0;
  const auto take = [&](std::optional<RustWrapper> wrapper) {
    if (wrapper && wrapper->align >= machine.line_size && wrapper->align % machine.line_size == 0)
      found.push_back(*std::move(wrapper));
  };
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (brackets.around[i] != around)
      continue;
    if (isCandidate(tokens, brackets, i) && ++seen <= kMostFiles)
      take(declaredIn(tokens, brackets, tokens[i + 1].text, around, true));
    if (!tokens[i].is("use") ||
        !attributesBefore(tokens, brackets, firstOfItem(tokens, brackets, i)).empty())
      continue;
    for (const auto &[path, name] : importsOf(tokens, i)) {
      if (isCrossbeam(path))
        take(crossbeamWrapper(name, isNewCrossbeam(path.front(), texts), machine));
      else if (name == path.back() && isOwn(path) && ++seen <= kMostFiles)
        take(declaredElsewhere(path, texts));
    }
  }
  return found.size() == 1 ? std::optional(std::move(found.front())) : std::nullopt;
}

} // namespace fsfind::written
