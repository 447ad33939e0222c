#include "rules/remedy/written/RustMembers.h"

#include "rules/remedy/written/RustItems.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string_view>

namespace fsfind::written {

namespace {

/// Places that use fields of these names; more are not looked at.
constexpr std::size_t kMostUses = 1000;

/// Tokens without the last.
struct Range {
  std::size_t begin = 0, end = 0;
};

/// Wraps fields of one record, as long as all is plain.
class Wrapping {
public:
  Wrapping(const Found &found, const RustText &file, const RustWrapper &wrapper)
      : found_(found), tokens_(file.tokens), brackets_(file.brackets), wrapper_(wrapper),
        keyword_(keywordOf(tokenAt(tokens_, found.record.begin))) {}

  [[nodiscard]] std::string readRecord() {
    name_ = tokens_[keyword_ + 1].text;
    for (const std::size_t attribute :
         attributesBefore(tokens_, brackets_, firstOfItem(tokens_, brackets_, keyword_)))
      if (!isHarmless(attribute))
        return "an attribute of the record may count on its fields' types";
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool file_of_its_own =
          tokens_[i].is("mod") && isRun(tokens_, i + 2, {";"}); // it sees private fields
      if (file_of_its_own || isRun(tokens_, i, {"include", "!"}))
        return "other files can use the fields";
      if (isRun(tokens_, i, {"macro_rules", "!"}))
        return "a macro of the file may use the fields";
      if (tokens_[i].is("struct") && i + 1 < tokens_.size())
        structs_.insert(tokens_[i + 1].text);
      whole_program_ = whole_program_ || startsProgram(i);
    }
    return {};
  }

  [[nodiscard]] std::string wrap(const RecordMember &member) {
    const FieldText *field = nullptr;
    for (const FieldText &one : found_.record.fields)
      field = one.name == member.name ? &one : field;
    if (field == nullptr || member.name.starts_with("__"))
      return "the fields have no names";
    if (std::string why = declare(*field, member); !why.empty())
      return why;
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].is(member.name) && tokens_[i].at != field->begin)
        if (++uses_ > kMostUses || !isFollowed(i))
          return fmt::format("not all that is done with '{}' is plain", member.name);
    return {};
  }

  [[nodiscard]] WrittenEdits take() {
    std::stable_sort(result_.edits.begin(), result_.edits.end(), [](const Edit &a, const Edit &b) {
      return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return std::move(result_);
  }

private:
  /// Whether it is the `main` of a program, which no other file calls.
  [[nodiscard]] bool startsProgram(std::size_t at) const {
    const bool main = brackets_.around[at] == kNoToken && isRun(tokens_, at, {"fn", "main", "("});
    const std::size_t first = at > 0 && tokens_[at - 1].is("async") ? at - 1 : at;
    return main && firstOfItem(tokens_, brackets_, first) == first;
  }

  [[nodiscard]] std::size_t keywordOf(std::size_t first) const {
    while (!tokens_[first].is("struct"))
      ++first;
    return first;
  }

  /// Attributes that the fields' types do not matter to, save that derived functions use those of
  /// the wrapper. What a derived `Debug` prints would change.
  [[nodiscard]] bool isHarmless(std::size_t attribute) const {
    constexpr std::array<std::string_view, 5> kHarmless = {"doc", "allow", "expect", "must_use",
                                                           "warn"};
    const std::string_view name = tokens_[attribute + 1].text;
    const bool one_default = isRun(tokens_, attribute + 1, {"derive", "(", "Default", ")"});
    return (one_default && wrapper_.has_default) ||
           std::find(kHarmless.begin(), kHarmless.end(), name) != kHarmless.end();
  }

  /// Of `AtomicU64`, `atomic::AtomicPtr<T>`: the position of its own name; none if another type.
  [[nodiscard]] std::optional<std::size_t> atomicOf(Range type) const {
    std::size_t i = type.begin;
    while (i + 3 < type.end && isRun(tokens_, i + 1, {":", ":"}))
      i += 3;
    const bool last = i + 1 == type.end || tokens_[i + 1].is("<");
    return tokens_[i].text.starts_with("Atomic") && last ? std::optional(i) : std::nullopt;
  }

  std::string declare(const FieldText &field, const RecordMember &member) {
    const std::size_t name = tokenAt(tokens_, field.begin);
    const Range type = {name + 2, tokenAt(tokens_, field.end)};
    const auto own = atomicOf(type);
    if (!own || !member.type.starts_with("core::sync::atomic::Atomic"))
      return fmt::format("'{}' is no standard atomic", member.name);
    const Token &before = tokens_[name - 1];
    const bool is_public = before.is("pub") || before.is(")");
    if (is_public && !whole_program_)
      return fmt::format("other files can use '{}'", member.name);
    if (!is_public && !before.is("{") && !before.is(","))
      return fmt::format("'{}' has attributes", member.name);
    atomic_ = tokens_[*own].text;
    insert(tokens_[type.begin].at, wrapper_.name + "<");
    insert(field.end, ">");
    return {};
  }

  /// Whether the use of a name is none of the field, stays as it is, or could be edited.
  bool isFollowed(std::size_t at) {
    const auto is = [&](std::size_t i, std::string_view what) {
      return i < tokens_.size() && tokens_[i].is(what);
    };
    if (at == 0 || is(at - 1, "#"))
      return false;
    if (is(at - 1, ".") && !(at > 1 && is(at - 2, ".")))
      return is(at + 1, "(") || (is(at + 1, ".") && at + 3 < tokens_.size() &&
                                 isAtomicOperation(tokens_[at + 2].text) && is(at + 3, "("));
    if (isInMacro(at))
      return false;
    const bool begins = is(at - 1, "{") || is(at - 1, ",");
    const bool bound = is(at - 1, "ref") || is(at - 1, "mut");
    const bool colon = is(at + 1, ":") && !is(at + 2, ":");
    const std::size_t open = brackets_.around[at];
    if (is(at - 1, "{") && is(at + 1, "}")) // a block: the record has other fields, too
      return true;
    if (open == kNoToken || !tokens_[open].is("{") || !(begins || bound) ||
        !(colon || is(at + 1, ",") || is(at + 1, "}")))
      return true;
    return isOther(open) || (begins && colon && isOurs(open) && make(open, at + 2));
  }

  /// Whether the token is in the arguments of a macro, but not in a struct or block there.
  [[nodiscard]] bool isInMacro(std::size_t at) const {
    for (std::size_t open = brackets_.around[at]; open != kNoToken; open = brackets_.around[open]) {
      if (open > 0 && tokens_[open - 1].is("!"))
        return true;
      if (tokens_[open].is("{"))
        break;
    }
    return false;
  }

  /// The name before `{`, behind a path and before parameters.
  [[nodiscard]] std::size_t namedBefore(std::size_t open) const {
    std::size_t i = open - 1;
    for (std::size_t depth = 0; i > 0; --i) {
      depth += tokens_[i].is(">") ? 1 : 0;
      if (depth == 0)
        break;
      depth -= tokens_[i].is("<") ? 1 : 0;
    }
    while (i > 0 && tokens_[i].is(":"))
      --i;
    return i;
  }

  /// Whether a struct of another name that the file declares is before the bracket.
  [[nodiscard]] bool isOther(std::size_t open) const {
    if (open == 0)
      return false;
    const std::size_t at = namedBefore(open);
    const std::string_view name =
        tokens_[at].is("Self") ? selfAt(tokens_, brackets_, open) : tokens_[at].text;
    return name != name_ && structs_.count(name) != 0;
  }

  [[nodiscard]] bool isOurs(std::size_t open) const {
    if (open == 0)
      return false;
    const std::size_t at = namedBefore(open);
    const bool path = at > 0 && tokens_[at - 1].is(":");
    const bool own =
        tokens_[at].is("Self") ? selfAt(tokens_, brackets_, open) == name_ : tokens_[at].is(name_);
    return own && !path &&
           moduleOf(tokens_, brackets_, open) == moduleOf(tokens_, brackets_, keyword_);
  }

  /// Wraps `AtomicU64::new(…)`, the value of a field.
  bool make(std::size_t open, std::size_t begin) {
    std::size_t end = begin;
    while (end != brackets_.partner[open] &&
           !(tokens_[end].is(",") && brackets_.around[end] == open))
      ++end;
    std::size_t i = begin;
    while (i < end && !tokens_[i].is(atomic_))
      i += isRun(tokens_, i + 1, {":", ":"}) ? 3 : end;
    const bool makes = isRun(tokens_, i + 1, {":", ":", "new", "("}) ||
                       isRun(tokens_, i + 1, {":", ":", "default", "("});
    if (i >= end || !makes || brackets_.partner[i + 4] + 1 != end)
      return false;
    if (!wrapper_.constant && !isComputed(tokens_, brackets_, open))
      return false;
    insert(tokens_[begin].at, wrapper_.maker + "(");
    insert(tokens_[end - 1].end(), ")");
    return true;
  }

  void insert(std::size_t at, std::string text) {
    result_.edits.push_back(insertion(*found_.source, at, std::move(text)));
  }

  const Found &found_;
  const std::vector<Token> &tokens_;
  const Brackets &brackets_;
  const RustWrapper &wrapper_;
  std::size_t keyword_;
  std::string_view name_, atomic_;
  std::set<std::string_view> structs_; ///< that the file declares
  bool whole_program_ = false;         ///< a program's only file, so that no other one can use it
  std::size_t uses_ = 0;
  WrittenEdits result_;
};

} // namespace

WrittenEdits wrapFields(const Found &found, const std::vector<RecordMember> &fields,
                        const RustText &file, const RustWrapper &wrapper) {
  Wrapping wrapping(found, file, wrapper);
  std::string why = wrapping.readRecord();
  for (const RecordMember &field : fields)
    if (why.empty())
      why = wrapping.wrap(field);
  return why.empty() ? wrapping.take() : none(std::move(why));
}

} // namespace fsfind::written
