#include "cli/lsp/Notes.h"

#include "cli/check/Files.h"
#include "cli/report/review/Review.h"
#include "cli/report/review/SourceTexts.h"
#include "rules/model/PrimaryPlace.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace fsfind::lsp {

namespace {

/// LSP 3.17, DiagnosticSeverity: warning, information, hint. Errors are what compilers refuse.
constexpr std::array kSeverities = {2, 3, 4};

Json positionJson(std::uint32_t line, std::uint32_t character) {
  return {{"line", line}, {"character", character}};
}

/// The range of the stretch, if its line is at `line` now.
Json rangeJson(const Stretch &at, std::uint32_t line) {
  return {{"start", positionJson(line, at.begin)}, {"end", positionJson(line, at.end)}};
}

Json relatedJson(const Note &note, const Documents &documents) {
  Json all = Json::array();
  for (const RelatedNote &one : note.related)
    if (const auto line = documents.now(one.at.file, one.at.line))
      all.push_back(
          {{"location", {{"uri", documents.uri(one.at.file)}, {"range", rangeJson(one.at, *line)}}},
           {"message", one.message}});
  return all;
}

/// The finding as what does not offer edits at the lines that they change: its own place is the one
/// to show it at, and actions belong to that.
Finding withoutEdits(Finding finding) {
  for (Advice &advice : finding.advice)
    advice.edits.clear();
  return finding;
}

/// Makes the notes on findings.
class NoteMaker {
public:
  NoteMaker(const Found &found, Encoding encoding) : found_(found), encoding_(encoding) {}

  [[nodiscard]] std::optional<Note> noteOn(std::size_t position) const {
    const Finding &finding = found_.findings[position];
    const Finding plain = withoutEdits(finding);
    const auto at = stretchOf(primaryPlace(plain));
    if (!at)
      return std::nullopt;
    Note note{*at, finding.confidence, finding.rule, textOf(finding), {}, position};
    for (const RelatedPlace &other : report::otherPlaces(plain))
      if (const auto place = stretchOf(other.place))
        note.related.push_back({*place, other.message});
    return note;
  }

private:
  [[nodiscard]] std::string textOf(const Finding &finding) const {
    const report::Review review{.findings = found_.findings,
                                .source = {},
                                .simulated = found_.simulated,
                                .version = {},
                                .folder = {},
                                .root = {},
                                .pages = {},
                                .texts = texts_};
    return report::textWithAdvice(review, finding);
  }

  /// The word at the place; the rest of the line if the column is not known.
  [[nodiscard]] std::optional<Stretch> stretchOf(const Place &place) const {
    if (!place.known() || !place.file.starts_with('/'))
      return std::nullopt;
    const report::SourceText *text = texts_.of(place.file);
    const std::string_view line = text == nullptr ? std::string_view() : text->line(place.line);
    const std::size_t column = std::min<std::size_t>(std::max(place.column, 1U) - 1, line.size());
    const std::string_view rest = line.substr(column);
    std::size_t length = wordAt(rest, 0).text.size();
    if (place.column == 0)
      length = rest.size();
    else if (length == 0)
      length = std::min<std::size_t>(rest.size(), 1);
    const std::uint32_t begin = unitsOf(line.substr(0, column), encoding_);
    return Stretch{check::absolutePath(place.file), place.line - 1, begin,
                   begin + unitsOf(rest.substr(0, length), encoding_)};
  }

  const Found &found_;
  Encoding encoding_;
  report::SourceTexts texts_;
};

} // namespace

std::vector<Note> notesOn(const Found &found, Encoding encoding) {
  const NoteMaker maker(found, encoding);
  std::vector<Note> all;
  for (std::size_t i = 0; i < found.findings.size(); ++i)
    if (auto note = maker.noteOn(i))
      all.push_back(std::move(*note));
  return all;
}

Json diagnostic(const Note &note, const Found &found, const Documents &documents,
                const Abilities &abilities) {
  const auto line = documents.now(note.at.file, note.at.line);
  if (!line)
    return nullptr;
  Json json = {{"range", rangeJson(note.at, *line)},
               {"severity", kSeverities.at(static_cast<std::size_t>(note.confidence))},
               {"code", note.rule},
               {"codeDescription", {{"href", report::ruleUrl(note.rule)}}},
               {"source", "fsfind"},
               {"message", note.message},
               {"data", {{"finding", found.fingerprints[note.finding]}}}};
  if (abilities.related)
    json["relatedInformation"] = relatedJson(note, documents);
  return json;
}

void Board::publish(const std::vector<Note> &notes, const Found &found, const Documents &documents,
                    Client &client) {
  std::map<std::string, Shown> wanted;
  for (const auto &[uri, before] : shown_)
    wanted[uri].file = before.file;
  for (const Note &note : notes) {
    Json one = diagnostic(note, found, documents, client.abilities);
    if (one.is_null())
      continue;
    Shown &file = wanted[documents.uri(note.at.file)];
    file.file = note.at.file;
    file.diagnostics.push_back(std::move(one));
  }
  for (const auto &[uri, now] : wanted) {
    const auto before = shown_.find(uri);
    if (before != shown_.end() && before->second.diagnostics == now.diagnostics)
      continue;
    Json params = {{"uri", uri}, {"diagnostics", now.diagnostics}};
    const Document *document = documents.find(now.file);
    if (document != nullptr && document->uri == uri)
      params["version"] = document->version;
    client.notify("textDocument/publishDiagnostics", std::move(params));
  }
  std::erase_if(wanted, [](const auto &one) { return one.second.diagnostics.empty(); });
  shown_ = std::move(wanted);
}

} // namespace fsfind::lsp
