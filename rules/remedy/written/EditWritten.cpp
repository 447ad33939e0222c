#include "rules/remedy/written/EditWritten.h"

#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/written/RecordText.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace fsfind::written {

namespace {

WrittenEdits none(std::string why) {
  return {{}, std::move(why)};
}

/// A declaration, and the file that has it.
struct Found {
  const SourceText *source = nullptr;
  RecordText record;
};

/// Debug information has Rust's fields in the order of memory, and Go's in the author's.
bool hasFields(const RecordText &record, const RecordMembers &members, Language language) {
  std::vector<std::string> written, measured;
  for (const FieldText &field : record.fields)
    written.push_back(field.name);
  for (const RecordMember &member : members)
    measured.push_back(member.name);
  if (language == Language::Rust) {
    std::sort(written.begin(), written.end());
    std::sort(measured.begin(), measured.end());
  }
  return written == measured;
}

/// Of `example.org/parts/queue.ring`, `queue`.
std::string_view packageIn(std::string_view name) {
  name = name.substr(0, name.rfind('.'));
  return name.substr(name.rfind('/') + 1);
}

/// What a Go file can rely on a record's size by; empty if it does not.
std::string_view layoutUser(const std::vector<Token> &tokens) {
  constexpr std::array<std::string_view, 3> kLayoutUsers = {"unsafe", "C", "encoding/binary"};
  for (const std::string_view path : kLayoutUsers)
    if (imports(tokens, path))
      return path;
  return {};
}

/// Looks the record up in the texts of one language.
class Search {
public:
  Search(const RecordInfo &record, Language language) : record_(record), language_(language) {}

  void lookInto(const SourceText &source) {
    const std::string_view name = definedName(record_.name);
    const std::vector<Token> tokens = tokensOf(source.text, language_);
    if (language_ == Language::Go) {
      if (packageOf(tokens) != packageIn(record_.name))
        return;
      if (const std::string_view user = layoutUser(tokens); !user.empty())
        obstacle_ = fmt::format("{} imports '{}', by which code can rely on the size of '{}'",
                                source.path, user, name);
    }
    for (RecordText &one : recordsIn(tokens, language_, name)) {
      named_ = true;
      if (hasFields(one, *record_.members, language_))
        found_.push_back({&source, std::move(one)});
    }
  }

  [[nodiscard]] std::string obstacle() const {
    const std::string_view name = definedName(record_.name);
    if (found_.size() > 1)
      return fmt::format("'{}' with these fields is declared in several places", name);
    if (found_.empty() && named_)
      return fmt::format("no declaration of '{}' has the fields that were measured: the sources "
                         "have changed since the recording, or a macro makes them",
                         name);
    if (found_.empty())
      return fmt::format("no declaration of '{}' is found beside the files that use it", name);
    return obstacle_;
  }

  [[nodiscard]] const Found &found() const { return found_.front(); }

private:
  const RecordInfo &record_;
  Language language_;
  std::vector<Found> found_;
  bool named_ = false;
  std::string obstacle_;
};

Edit insertion(const SourceText &source, std::size_t at, std::string text) {
  const std::string_view before = std::string_view(source.text).substr(0, at);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto column = static_cast<std::uint32_t>(at - (before.rfind('\n') + 1)) + 1;
  return {source.path, line, column, line, column, std::move(text)};
}

/// The space that the line begins with, up to `at`; none if other text does.
std::optional<std::string> indentation(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  if (line.find_first_not_of(" \t") != std::string_view::npos)
    return std::nullopt;
  return std::string(line);
}

/// The newline that the file's first line ends with.
std::string_view newlineOf(std::string_view text) {
  const std::size_t at = text.find('\n');
  return at != std::string_view::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

WrittenEdits aligned(const Found &found, std::uint32_t line_size) {
  if (found.record.represented)
    return none("the record has an attribute that tells its representation, on which other code "
                "may rely");
  const std::string &text = found.source->text;
  const auto indented = indentation(text, found.record.begin);
  std::string line = fmt::format("#[repr(align({}))]", line_size);
  line += indented ? std::string(newlineOf(text)) + *indented : " ";
  return {{insertion(*found.source, found.record.begin, std::move(line))}, {}};
}

/// Padding behind a field.
Edit padding(const SourceText &source, const FieldText &field, std::uint64_t bytes) {
  const std::string text = fmt::format("_ [{}]byte", bytes);
  const auto indented = indentation(source.text, field.begin);
  if (field.next_line == 0 || !indented)
    return insertion(source, field.end, "; " + text);
  return insertion(source, field.next_line, *indented + text + std::string(newlineOf(source.text)));
}

/// Go's allocator keeps blocks of whole cachelines on cachelines of their own, save that those with
/// pointers can begin behind a header of a word (runtime/malloc.go, mallocHeaderSize). Its linker
/// aligns variables to 32 bytes at most (cmd/link/internal/*/l.go, maxAlign).
std::uint64_t leastPadding(ObjectKind kind, std::uint32_t line_size) {
  constexpr std::uint64_t kHeader = 8, kVariableAlign = 32;
  return kind == ObjectKind::Heap ? kHeader : line_size - kVariableAlign;
}

WrittenEdits paddedAtEnd(const Finding &finding, const Advice &advice, const Found &found,
                         std::uint32_t line_size) {
  const std::uint64_t bytes = advice.size_after - advice.size_before;
  if (bytes < leastPadding(finding.object.kind, line_size))
    return none(fmt::format("{} bytes of padding do not part elements wherever the first one "
                            "begins",
                            bytes));
  return {{padding(*found.source, found.record.fields.back(), bytes)}, {}};
}

/// As the advice draws it: padding is named `_` and lies between the fields.
WrittenEdits paddedBetween(const Advice &advice, const Found &found) {
  const std::vector<FieldText> &fields = found.record.fields;
  WrittenEdits result;
  std::size_t next = 0;
  for (const LayoutMember &member : advice.after) {
    const bool known = next < fields.size() && fields[next].name == member.name;
    if (!known && member.name == "_" && next > 0 && next < fields.size()) {
      if (fields[next].together)
        return none(fmt::format("'{}' is declared in one line with the field before it",
                                fields[next].name));
      result.edits.push_back(padding(*found.source, fields[next - 1], member.size));
    } else if (!known)
      return none("the fields are not those that the advice is for");
    else
      ++next;
  }
  if (next != fields.size() || result.edits.empty())
    return none("the advice does not tell the place of each field");
  return result;
}

} // namespace

std::optional<Language> languageOf(std::string_view file) {
  const Idiom *idiom = idiomOf(file);
  if (idiom == nullptr)
    return std::nullopt;
  if (idiom->language() == "Rust")
    return Language::Rust;
  return idiom->language() == "Go" ? std::optional(Language::Go) : std::nullopt;
}

Advice *writableAdvice(Finding &finding) {
  if (!finding.record || !finding.record->members || finding.advice.empty())
    return nullptr;
  Advice &best = finding.advice.front();
  const bool whole = best.remedy == Remedy::AlignType || best.remedy == Remedy::AlignAllocation;
  const bool layout = whole || best.remedy == Remedy::AlignMembers;
  return layout && best.edits.empty() && best.size_before == finding.record->size &&
                 best.size_after > best.size_before
             ? &best
             : nullptr;
}

WrittenEdits editsOf(const Finding &finding, const Advice &advice,
                     const std::vector<SourceText> &texts, Language language,
                     std::uint32_t line_size) {
  const bool members = advice.remedy == Remedy::AlignMembers;
  if (members && language == Language::Rust)
    return none("in Rust the fields and all that makes them would have to change");
  Search search(*finding.record, language);
  for (const SourceText &source : texts)
    search.lookInto(source);
  if (std::string obstacle = search.obstacle(); !obstacle.empty())
    return none(std::move(obstacle));
  if (language == Language::Rust)
    return aligned(search.found(), line_size);
  return members ? paddedBetween(advice, search.found())
                 : paddedAtEnd(finding, advice, search.found(), line_size);
}

} // namespace fsfind::written
