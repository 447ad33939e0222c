#include "cli/lsp/Documents.h"

#include "cli/check/Files.h"
#include "cli/lsp/TextPieces.h"
#include "cli/lsp/Uri.h"
#include "rules/model/ContentHash.h"

#include <algorithm>
#include <memory>

namespace fsfind::lsp {

namespace {

Position positionOf(const Json &json) {
  return {countMember(json, "line"), countMember(json, "character")};
}

std::string uriIn(const Json &params) {
  return textMember(member(params, "textDocument"), "uri");
}

/// Whether a change of text from `begin` to `end` leaves the lines before and after it as they are.
bool isOfWholeLines(Position begin, Position end, std::string_view text) {
  return begin.character == 0 && end.character == 0 && (text.empty() || text.ends_with('\n'));
}

void noteLines(Document &document, Position begin, Position end, std::string_view text) {
  const std::uint32_t beside = isOfWholeLines(begin, end, text) ? 0 : 1;
  const std::size_t kept = std::max(document.saved, document.read);
  document.changes.add(begin.line, end.line - begin.line + beside, lineEnds(text) + beside, kept);
}

/// Replaces the whole text. Lines at begin and end that stay are not counted as changed.
void replaceAll(Document &document, std::string text) {
  const auto differ =
      std::mismatch(document.text.begin(), document.text.end(), text.begin(), text.end());
  const std::string_view old = document.text, other = text;
  const auto same = static_cast<std::size_t>(differ.first - document.text.begin());
  const std::size_t most = std::min(old.size(), other.size()) - same;
  std::size_t tail = 0;
  while (tail < most && old[old.size() - 1 - tail] == other[other.size() - 1 - tail])
    ++tail;
  const Position begin{lineEnds(old.substr(0, same)), 1};
  const Position end{lineEnds(old.substr(0, old.size() - tail)), 1};
  if (same + tail < std::max(old.size(), other.size()))
    noteLines(document, begin, end, other.substr(same, other.size() - tail - same));
  document.text = std::move(text);
}

/// Makes the changes of one notification, of which there may be many.
class Changes {
public:
  Changes(Document &document, Encoding encoding) : document_(document), encoding_(encoding) {}

  void apply(const Json &change) {
    std::string text = textMember(change, "text");
    const Json &range = member(change, "range");
    if (!range.is_object()) {
      end();
      return replaceAll(document_, std::move(text));
    }
    const Position begin = positionOf(member(range, "start"));
    const Position end = std::max(begin, positionOf(member(range, "end")));
    if (!pieces_)
      pieces_ = std::make_unique<TextPieces>(document_.text);
    noteLines(document_, begin, end, text);
    pieces_->replace(begin, end, encoding_, text);
  }

  /// Makes the text whole again.
  void end() {
    if (pieces_)
      document_.text = pieces_->whole();
    pieces_.reset();
  }

private:
  Document &document_;
  Encoding encoding_;
  std::unique_ptr<TextPieces> pieces_; ///< if there are any, the document's text is out of date
};

} // namespace

std::uint64_t Documents::hash(std::string_view text) {
  return contentHash(text);
}

std::string fileText(const std::string &path) {
  return check::readFile(path).value_or("");
}

std::vector<Document>::iterator Documents::of(const Json &params) {
  return std::find_if(documents_.begin(), documents_.end(),
                      [uri = uriIn(params)](const Document &one) { return one.uri == uri; });
}

void Documents::open(const Json &params) {
  const Json &opened = member(params, "textDocument");
  const std::string uri = textMember(opened, "uri");
  const auto path = pathOf(uri);
  if (!path)
    return;
  close(params);
  Document &document = documents_.emplace_back();
  document.uri = uri;
  document.path = check::absolutePath(*path);
  document.version = countMember(opened, "version");
  document.text = fileText(document.path);
  replaceAll(document, textMember(opened, "text")); // an editor may recover what was not saved
}

void Documents::change(const Json &params, Encoding encoding) {
  const auto document = of(params);
  const Json &changes = member(params, "contentChanges");
  if (document == documents_.end() || !changes.is_array())
    return;
  document->version = countMember(member(params, "textDocument"), "version");
  Changes all(*document, encoding);
  for (const Json &change : changes)
    all.apply(change);
  all.end();
}

void Documents::close(const Json &params) {
  if (const auto document = of(params); document != documents_.end())
    documents_.erase(document);
}

bool Documents::save(const Json &params) {
  if (const auto document = of(params); document != documents_.end()) {
    document->saved = document->changes.count();
    document->saved_hash = contentHash(document->text);
  }
  return pathOf(uriIn(params)).has_value();
}

void Documents::beginCheck() {
  for (Document &document : documents_)
    document.read = document.saved;
}

void Documents::noteConfiguration() {
  for (Document &document : documents_)
    document.configured = document.read;
}

const Document *Documents::find(const std::string &path) const {
  const auto found = std::find_if(documents_.begin(), documents_.end(),
                                  [&](const Document &one) { return one.path == path; });
  return found == documents_.end() ? nullptr : &*found;
}

std::vector<View> Documents::views(const std::string &path) const {
  std::vector<View> all;
  for (const Document &one : documents_)
    if (one.path == path)
      all.push_back({one.uri, &one});
  if (all.empty())
    all.push_back({uriOf(path), nullptr});
  return all;
}

bool Documents::isSaved(const std::string &path) const {
  return std::any_of(documents_.begin(), documents_.end(), [&](const Document &one) {
    return one.path == path && one.saved_hash == contentHash(fileText(path));
  });
}

const Document *Documents::ofUri(const std::string &uri) const {
  const auto found = std::find_if(documents_.begin(), documents_.end(),
                                  [&](const Document &one) { return one.uri == uri; });
  return found == documents_.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> Documents::now(const std::string &path, std::uint32_t line) const {
  return now(find(path), line);
}

std::string Documents::textOf(const std::string &path) const {
  if (const Document *document = find(path))
    return document->text;
  return fileText(path);
}

std::string Documents::uri(const std::string &path) const {
  return views(path).front().uri;
}

} // namespace fsfind::lsp
