#include "rules/remedy/written/EditWritten.h"

#include "rules/model/RuleIds.h"
#include "rules/remedy/idiom/Idiom.h"
#include "rules/remedy/written/CargoVersion.h"
#include "rules/remedy/written/Found.h"
#include "rules/remedy/written/GoPadding.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace fsfind::written {

namespace {

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
    if (imports(tokens, path) && !(path == "unsafe" && sizesOnlyPadding(tokens)))
      return path;
  return {};
}

bool isLibraryType(std::string_view name) {
  return name.starts_with("core::") || name.starts_with("std::") || name.starts_with("alloc::");
}

/// Whether the finding is about elements of a variable whose declaration alone can part them: of a
/// type that the language or its library declares.
bool isStaticArray(const Finding &finding, const Advice &advice) {
  const bool declared =
      finding.record && finding.record->members && !isLibraryType(finding.record->name);
  return finding.object.kind == ObjectKind::Global && !finding.object.name.empty() && !declared &&
         advice.remedy == Remedy::AlignType;
}

/// Of `two::HITS`, `HITS`.
std::string_view lastName(std::string_view name) {
  return name.substr(name.rfind(':') + 1);
}

/// The variables of a finding about neighbours, all static; empty for other findings.
std::vector<std::string_view> neighboursOf(const Finding &finding, const Advice &advice) {
  std::vector<std::string_view> names;
  if (finding.rule != kRuleAdjacentGlobals || advice.remedy != Remedy::AlignMembers)
    return names;
  for (const FindingMember &member : finding.members) {
    if (member.variable.empty() || member.path != member.variable)
      return {};
    names.push_back(lastName(member.variable));
  }
  return names;
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
  if (finding.advice.empty())
    return nullptr;
  Advice &best = finding.advice.front();
  if (isStaticArray(finding, best) || !neighboursOf(finding, best).empty())
    return best.edits.empty() ? &best : nullptr;
  if (!finding.record || !finding.record->members)
    return nullptr;
  const bool whole = best.remedy == Remedy::AlignType || best.remedy == Remedy::AlignAllocation;
  const bool layout = whole || best.remedy == Remedy::AlignMembers;
  return layout && best.edits.empty() && best.size_before == finding.record->size &&
                 best.size_after > best.size_before
             ? &best
             : nullptr;
}

WrittenEdits editsOf(const Finding &finding, const Advice &advice,
                     const std::vector<SourceText> &texts, Language language,
                     const Machine &machine) {
  if (const auto names = neighboursOf(finding, advice); !names.empty())
    return language == Language::Rust ? rustNeighbourEdits(names, texts, machine)
                                      : none("fsfind writes no edit of this kind in Go");
  if (isStaticArray(finding, advice)) {
    const std::string &name = finding.object.name;
    if (language == Language::Rust)
      return rustStaticEdits(lastName(name), texts, machine);
    return none(fmt::format("'{}' has elements of a type that has no declaration to pad", name));
  }
  Search search(*finding.record, language);
  for (const SourceText &source : texts)
    if (!isManifest(source.path))
      search.lookInto(source);
  if (std::string obstacle = search.obstacle(); !obstacle.empty())
    return none(std::move(obstacle));
  return language == Language::Rust ? rustEdits(finding, advice, search.found(), texts, machine)
                                    : goEdits(finding, advice, search.found(), texts, machine);
}

void enter(WrittenEdits result, Advice &advice) {
  if (!result.after.empty())
    advice.after = std::move(result.after);
  if (result.size_after != 0)
    advice.size_after = result.size_after;
  if (!result.example.empty())
    advice.example = std::move(result.example);
  if (!result.remark.empty())
    advice.why += "; " + result.remark;
  if (!result.obstacle.empty())
    advice.why += "; not written as an edit: " + result.obstacle;
  advice.obstacle.clear(); // of other languages' sources
  advice.edits = std::move(result.edits);
}

} // namespace fsfind::written
