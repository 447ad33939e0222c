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

/// LSP 3.17, DiagnosticSeverity: warning, information, hint. Errors are what compilers refuse, and
/// what fsfind refuses in its own file.
constexpr std::array kSeverities = {2, 3, 4};
constexpr int kErrorSeverity = 1;
constexpr const char *kSource = "fsfind";

Json positionJson(std::uint32_t line, std::uint32_t character) {
  return {{"line", line}, {"character", character}};
}

/// The range of the stretch, if its line is at `line` now.
Json rangeJson(const Stretch &at, std::uint32_t line) {
  return {{"start", positionJson(line, at.begin)}, {"end", positionJson(line, at.end)}};
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

Json Diagnostics::relatedJson(const Note &note) const {
  Json all = Json::array();
  for (const RelatedNote &one : note.related)
    if (const auto line = documents_.now(one.at.file, one.at.line))
      all.push_back({{"location",
                      {{"uri", documents_.uri(one.at.file)}, {"range", rangeJson(one.at, *line)}}},
                     {"message", one.message}});
  return all;
}

Json Diagnostics::diagnostic(const Note &note, const Document *document) const {
  const auto line = Documents::now(document, note.at.line);
  if (!line)
    return nullptr;
  Json json = {{"range", rangeJson(note.at, *line)},
               {"severity", kSeverities.at(static_cast<std::size_t>(note.confidence))},
               {"code", note.rule},
               {"codeDescription", {{"href", report::ruleUrl(note.rule)}}},
               {"source", kSource},
               {"message", note.message},
               {"data", {{"finding", found_.fingerprints[note.finding]}}}};
  if (abilities_.related)
    json["relatedInformation"] = relatedJson(note);
  return json;
}

Sheets Diagnostics::sheets(const std::vector<Note> &notes) const {
  Sheets sheets;
  for (const Note &note : notes)
    for (const View &view : documents_.views(note.at.file))
      if (Json one = diagnostic(note, view.document); !one.is_null())
        sheets[view.uri].push_back(std::move(one));
  return sheets;
}

std::optional<Stretch> stretchOf(const Mistake &mistake, Encoding encoding) {
  const Place &place = mistake.place;
  if (!place.known())
    return std::nullopt;
  const std::string file = check::absolutePath(place.file);
  const std::string text = fileText(file);
  const std::string_view line = lineOf(text, place.line - 1);
  const std::size_t column = std::min<std::size_t>(std::max(place.column, 1U) - 1, line.size());
  return Stretch{file, place.line - 1, unitsOf(line.substr(0, column), encoding),
                 unitsOf(line, encoding)};
}

void addProblem(const std::string &problem, const Stretch &at, const Documents &documents,
                Sheets &sheets) {
  for (const View &view : documents.views(at.file))
    if (const auto line = Documents::configuredNow(view.document, at.line))
      sheets[view.uri].push_back({{"range", rangeJson(at, *line)},
                                  {"severity", kErrorSeverity},
                                  {"source", kSource},
                                  {"message", problem}});
}

void Board::publish(Sheets wanted, const Documents &documents, Client &client) {
  for (const auto &[uri, diagnostics] : shown_)
    wanted.try_emplace(uri, Json::array());
  for (const auto &[uri, now] : wanted) {
    const auto before = shown_.find(uri);
    if (before != shown_.end() && before->second == now)
      continue;
    Json params = {{"uri", uri}, {"diagnostics", now}};
    if (const Document *document = documents.ofUri(uri))
      params["version"] = document->version;
    client.notify("textDocument/publishDiagnostics", std::move(params));
  }
  std::erase_if(wanted, [](const auto &one) { return one.second.empty(); });
  shown_ = std::move(wanted);
}

} // namespace fsfind::lsp
