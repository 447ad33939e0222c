#include "rules/remedy/written/GoPadding.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace fsfind::written {

namespace {

/// Paths of the packages that have CacheLinePad.
constexpr std::array<std::string_view, 2> kCpu = {"golang.org/x/sys/cpu", "internal/cpu"};

/// Sizes of CacheLinePad: the least of any release, and that of current ones
/// (https://cs.opensource.google/go/x/sys/+/master:cpu/, cpu_*.go: cacheLineSize). Not those of
/// architectures for which it was less than a line.
struct PadSize {
  std::string_view arch; ///< its beginning
  std::uint32_t least, current;
};
constexpr std::array kPadSizes = {PadSize{"x86_64", 64, 64}, PadSize{"aarch64", 64, 128},
                                  PadSize{"ppc64", 128, 128}, PadSize{"s390", 256, 256}};

std::optional<std::uint64_t> padSize(const Machine &machine) {
  for (const PadSize &size : kPadSizes)
    if (machine.arch.starts_with(size.arch) && size.least >= machine.line_size)
      return size.current;
  return std::nullopt;
}

std::optional<std::uint64_t> number(const Token &token) {
  std::uint64_t value = 0;
  const char *end = token.text.data() + token.text.size();
  const auto [rest, error] = std::from_chars(token.text.data(), end, value);
  return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

bool isName(const Token &token) {
  return token.kind == TokenKind::Word && (token.text.front() < '0' || token.text.front() > '9');
}

} // namespace

std::string_view importedAs(const std::vector<Token> &tokens, std::string_view path) {
  if (!imports(tokens, path))
    return {};
  const auto found = std::find_if(tokens.begin() + 1, tokens.end(), [&](const Token &token) {
    return token.kind == TokenKind::Literal && token.text.size() == path.size() + 2 &&
           token.text.substr(1, path.size()) == path;
  });
  const Token &before = *(found - 1);
  if (before.is("_") || before.is("."))
    return {};
  return isName(before) && !before.is("import") ? before.text : path.substr(path.rfind('/') + 1);
}

bool sizesOnlyPadding(const std::vector<Token> &tokens) {
  if (importedAs(tokens, "unsafe") != "unsafe")
    return false;
  const Brackets brackets(tokens);
  const auto pads = [&](std::size_t i) {
    if (isRun(tokens, i + 7, {"{", "}", ")"}) && isRun(tokens, i + 5, {".", "CacheLinePad"}))
      return true;
    if (!isRun(tokens, brackets.partner[i + 3] + 1, {"%"})) // else the length could be below 0
      return false;
    for (i = brackets.around[i]; i != kNoToken; i = brackets.around[i])
      if (tokens[i].is("[") && isRun(tokens, brackets.partner[i] + 1, {"byte"}))
        return true;
    return false;
  };
  bool used = false;
  for (std::size_t i = 0; i < tokens.size() && brackets.whole; ++i)
    if (tokens[i].is("unsafe")) {
      if (!isRun(tokens, i + 1, {".", "Sizeof", "("}) || !pads(i))
        return false;
      used = true;
    }
  return used;
}

GoPadding::GoPadding(const Found &found, const std::vector<SourceText> &texts,
                     const Machine &machine)
    : machine_(machine) {
  const auto add = [&](const SourceText &source) {
    std::vector<Token> tokens = tokensOf(source.text, Language::Go);
    Brackets brackets(tokens);
    if (!brackets.whole ||
        (!files_.empty() && packageOf(tokens) != packageOf(files_.front().tokens)))
      return;
    File file{std::move(tokens), std::move(brackets), {}};
    std::transform(kCpu.begin(), kCpu.end(), file.cpu.begin(),
                   [&](std::string_view path) { return importedAs(file.tokens, path); });
    files_.push_back(std::move(file));
  };
  add(*found.source);
  if (files_.empty())
    return;
  for (const SourceText &source : texts)
    if (&source != found.source && !source.path.ends_with("_test.go"))
      add(source);
  for (const File &file : files_)
    read(file);
  const File &own = files_.front();
  std::size_t at = tokenAt(own.tokens, found.record.begin);
  while (at < own.tokens.size() && !own.tokens[at].is("{"))
    at = own.brackets.around[at];
  at_top_ = at == kNoToken;
}

void GoPadding::read(const File &file) {
  for (std::size_t i = 0; i < file.tokens.size(); ++i)
    if (file.brackets.around[i] == kNoToken &&
        (file.tokens[i].is("const") || file.tokens[i].is("type")))
      readNames(file, i);
  readFields(file);
}

std::size_t GoPadding::statementEnd(const File &file, std::size_t begin) const {
  const std::size_t around = begin < file.tokens.size() ? file.brackets.around[begin] : kNoToken;
  std::size_t i = begin;
  while (i < file.tokens.size() &&
         !(file.brackets.around[i] == around && endsStatement(file.tokens[i])) &&
         !(around != kNoToken && i == file.brackets.partner[around]))
    ++i;
  return i;
}

/// `const NAME = …` and `type NAME …`, also in a group.
void GoPadding::readNames(const File &file, std::size_t keyword) {
  const bool grouped = isRun(file.tokens, keyword + 1, {"("});
  const std::size_t end = grouped ? file.brackets.partner[keyword + 1] : file.tokens.size();
  for (std::size_t i = keyword + (grouped ? 2 : 1); i < end;) {
    const std::size_t next = statementEnd(file, i);
    if (isName(file.tokens[i])) {
      std::size_t begin = i + 1;
      const bool constant = file.tokens[keyword].is("const");
      while (constant && begin < next && !file.tokens[begin++].is("="))
        ;
      (constant ? constants_ : types_)[file.tokens[i].text].push_back({&file, begin, next});
    }
    if (!grouped)
      return;
    i = next + 1;
  }
}

void GoPadding::readFields(const File &file) {
  for (std::size_t i = 1; i + 1 < file.tokens.size(); ++i) {
    const std::size_t open = file.brackets.around[i];
    const bool begins = endsStatement(file.tokens[i - 1]) || i - 1 == open;
    if (open != kNoToken && open > 0 && file.tokens[open].is("{") &&
        file.tokens[open - 1].is("struct") && begins && isName(file.tokens[i]))
      readField(file, i, &file == &files_.front());
  }
}

void GoPadding::readField(const File &file, std::size_t name, bool own) {
  const std::vector<Token> &tokens = file.tokens;
  std::size_t end = statementEnd(file, name);
  end -= tokens[end - 1].kind == TokenKind::Literal ? 1 : 0;
  const Range type{&file, name + 1, end};
  if (tokens[name].is("_") && end > type.begin)
    blanks_.push_back(type);
  const std::size_t close = type.begin < end ? file.brackets.partner[type.begin] : kNoToken;
  if (close == kNoToken || close + 2 != end || !tokens[close + 1].is("byte") ||
      !isName(tokens[type.begin + 1]) || !tokens[type.begin + 2].is("-"))
    return;
  lines_less_.push_back({&file, type.begin + 1, type.begin + 2});
  if (own && close == type.begin + 4 && number(tokens[close - 1]))
    own_rests_.push_back(lines_less_.back());
}

/// The size, if the range is `cpu.NAME`.
std::optional<std::uint64_t> GoPadding::libraryPad(Range range, std::string_view name) const {
  const std::vector<Token> &tokens = range.file->tokens;
  if (range.end != range.begin + 3 || !isRun(tokens, range.begin + 1, {".", name}))
    return std::nullopt;
  const auto &cpu = range.file->cpu;
  const bool known = std::find(cpu.begin(), cpu.end(), tokens[range.begin].text) != cpu.end();
  return known ? padSize(machine_) : std::nullopt;
}

std::optional<std::uint64_t> GoPadding::valueOf(Range range, unsigned depth) const {
  const std::vector<Token> &tokens = range.file->tokens;
  constexpr unsigned kDeepest = 4;
  if (depth > kDeepest)
    return std::nullopt;
  if (range.end == range.begin + 1) {
    const auto named = constants_.find(tokens[range.begin].text);
    if (named == constants_.end())
      return number(tokens[range.begin]);
    return named->second.size() == 1 ? valueOf(named->second.front(), depth + 1) : std::nullopt;
  }
  constexpr std::size_t kArgument = 4, kRest = 3; // unsafe.Sizeof(cpu.CacheLinePad{})
  if (isRun(tokens, range.begin, {"unsafe", ".", "Sizeof", "("}) &&
      range.end > range.begin + kArgument + kRest &&
      isRun(tokens, range.end - kRest, {"{", "}", ")"}))
    return libraryPad({range.file, range.begin + kArgument, range.end - kRest}, "CacheLinePad");
  return libraryPad(range, "CacheLinePadSize");
}

/// The type of the blank field that is all that a `struct { … }` has; else nothing.
GoPadding::Range GoPadding::onlyBlank(Range record) const {
  const std::vector<Token> &tokens = record.file->tokens;
  std::size_t begin = record.begin + 2;
  while (begin < record.end && endsStatement(tokens[begin]))
    ++begin;
  const std::size_t end = statementEnd(*record.file, begin);
  std::size_t rest = end;
  while (rest < record.end && endsStatement(tokens[rest]))
    ++rest;
  const bool all = rest + 1 == record.end && begin < end && tokens[begin].is("_");
  return all ? Range{record.file, begin + 1, end} : Range{record.file, end, end};
}

std::optional<std::uint64_t> GoPadding::sizeOf(Range type, unsigned depth) const {
  const std::vector<Token> &tokens = type.file->tokens;
  const std::size_t close =
      type.begin < type.end ? type.file->brackets.partner[type.begin] : kNoToken;
  if (close != kNoToken && close + 2 == type.end && tokens[type.begin].is("[") &&
      tokens[close + 1].is("byte"))
    return valueOf({type.file, type.begin + 1, close});
  if (type.end == type.begin + 1 && depth == 0) {
    const auto named = types_.find(tokens[type.begin].text);
    return named != types_.end() && named->second.size() == 1
               ? sizeOf(named->second.front(), depth + 1)
               : std::nullopt;
  }
  if (isRun(tokens, type.begin, {"struct", "{"}) && depth == 1)
    return sizeOf(onlyBlank(type), depth + 1);
  return libraryPad(type, "CacheLinePad");
}

bool GoPadding::isLine(std::uint64_t bytes) const {
  return bytes == machine_.line_size || bytes == std::uint64_t{2} * machine_.line_size;
}

/// Whether the record's file knows the type by the same name.
bool GoPadding::isNameable(Range type) const {
  const std::vector<Token> &tokens = type.file->tokens;
  for (std::size_t i = type.begin; i + 1 < type.end; ++i)
    for (std::size_t path = 0; path < kCpu.size() && tokens[i + 1].is("."); ++path)
      if (tokens[i].is(type.file->cpu[path]) && !tokens[i].is(files_.front().cpu[path]))
        return false;
  return at_top_;
}

std::optional<GoPad> GoPadding::padOf(Range type) const {
  const auto bytes = sizeOf(type);
  if (!bytes || !isLine(*bytes) || !isNameable(type))
    return std::nullopt;
  std::string text;
  for (std::size_t i = type.begin; i < type.end; ++i)
    text += type.file->tokens[i].text;
  return GoPad{std::move(text), *bytes};
}

/// Whether it is `[N]byte`, as within a type that others are padded with.
bool GoPadding::isNumber(Range type) {
  const std::vector<Token> &tokens = type.file->tokens;
  return tokens[type.begin].is("[") && type.begin + 1 < type.end && number(tokens[type.begin + 1]);
}

GoPad GoPadding::line() const {
  for (const bool named : {true, false})
    for (const Range &type : blanks_)
      if (isNumber(type) != named)
        if (auto pad = padOf(type))
          return *std::move(pad);
  for (const Range &name : lines_less_)
    if (const auto bytes = valueOf(name); bytes && isLine(*bytes) && at_top_)
      return {fmt::format("[{}]byte", name.file->tokens[name.begin].text), *bytes};
  return {fmt::format("[{}]byte", machine_.line_size), machine_.line_size};
}

std::optional<GoPad> GoPadding::rest(std::uint64_t size) const {
  for (const Range &name : own_rests_)
    if (const auto bytes = valueOf(name); bytes && isLine(*bytes) && *bytes > size && at_top_)
      return GoPad{fmt::format("[{} - {}]byte", name.file->tokens[name.begin].text, size),
                   *bytes - size};
  return std::nullopt;
}

} // namespace fsfind::written
