#include "cli/lsp/Actions.h"

#include "cli/check/Files.h"
#include "cli/lsp/Uri.h"
#include "cli/terminal/Characters.h"
#include "rules/model/ContentHash.h"

#include <algorithm>

namespace fsfind::lsp {

namespace {

constexpr const char *kKind = "quickfix";
/// Menus show about as much of a title.
constexpr std::size_t kTitleCharacters = 120;

/// Whether actions of this kind are asked for (LSP 3.17, CodeActionContext: `quickfix` is asked for
/// by itself and by the empty kind).
bool isAskedFor(const Json &context) {
  const Json &only = member(context, "only");
  return !only.is_array() || std::any_of(only.begin(), only.end(), [](const Json &kind) {
    return kind == kKind || kind == "";
  });
}

bool isInRange(std::uint32_t line, const Json &range) {
  return line >= countMember(member(range, "start"), "line") &&
         line <= countMember(member(range, "end"), "line");
}

} // namespace

/// Whether the edits can be proved, and fit what the editor shows: a file that was edited since has
/// to be saved first.
bool Actions::isOffered(const Note &note) const {
  const Found &found = *checks_.found();
  const std::string &print = found.fingerprints[note.finding];
  const std::vector<Edit> &edits = found.findings[note.finding].edits();
  return !edits.empty() && !proofs_.isRefused(print) &&
         std::all_of(edits.begin(), edits.end(), [&](const Edit &edit) {
           const std::string path = check::absolutePath(edit.file);
           const Document *document = documents_.find(path);
           const auto known = found.contents.find(path);
           return document == nullptr || known == found.contents.end() ||
                  contentHash(document->text) == known->second;
         });
}

const Document *Actions::documentOf(const Json &params) const {
  return documents_.ofUri(textMember(member(params, "textDocument"), "uri"));
}

std::vector<const Note *> Actions::offered(const Json &params) const {
  std::vector<const Note *> all;
  const auto path = pathOf(textMember(member(params, "textDocument"), "uri"));
  if (!path || !checks_.found() || !checks_.found()->provable ||
      !isAskedFor(member(params, "context")))
    return all;
  const std::string file = check::absolutePath(*path);
  for (const Note &note : checks_.notes()) {
    const auto line = Documents::now(documentOf(params), note.at.line);
    if (note.at.file == file && line && isInRange(*line, member(params, "range")) &&
        isOffered(note))
      all.push_back(&note);
  }
  return all;
}

Json Actions::action(const Note &note, const Document *document) const {
  const Found &found = *checks_.found();
  const Advice *advice = found.findings[note.finding].editing();
  const Diagnostics shown(found, documents_, client_.abilities);
  return {{"title", cli::withoutMiddle("fsfind: " + advice->why, kTitleCharacters)},
          {"kind", kKind},
          {"isPreferred", true},
          {"diagnostics", Json::array({shown.diagnostic(note, document)})},
          {"data", {{"finding", found.fingerprints[note.finding]}}}};
}

void Actions::list(const Json &id, const Json &params) {
  std::vector<Json> actions;
  std::vector<std::string> findings;
  for (const Note *note : offered(params)) {
    actions.push_back(action(*note, documentOf(params)));
    findings.push_back(checks_.found()->fingerprints[note->finding]);
  }
  if (client_.abilities.resolves || actions.empty())
    return client_.send(answer(id, actions));
  proofs_.ask(id, std::move(findings),
              [this, id, actions](const auto &all) { return proved(id, all, actions); });
}

/// The actions whose edits are proved, with them.
Json Actions::proved(const Json &id, const std::vector<ProvedEdits> &all,
                     const std::vector<Json> &actions) {
  Json ready = Json::array();
  for (std::size_t i = 0; i < std::min(all.size(), actions.size()); ++i) {
    const auto edit = all[i].refused.empty() ? workspaceEdit(all[i], documents_, client_.abilities)
                                             : tl::unexpected(Problem{});
    if (!edit)
      continue;
    ready.push_back(actions[i]);
    ready.back()["edit"] = *edit;
  }
  return answer(id, std::move(ready));
}

void Actions::resolve(const Json &id, const Json &action) {
  const std::string finding = textMember(member(action, "data"), "finding");
  if (finding.empty())
    return client_.send(
        refusal({ErrorCode::InvalidParams, "the action is not one of fsfind's", id}));
  proofs_.ask(id, {finding}, [this, id, action](const std::vector<ProvedEdits> &all) {
    if (all.size() != 1)
      return refusal({ErrorCode::RequestFailed, "the proof told nothing", id});
    if (!all.front().refused.empty())
      return refusal({ErrorCode::RequestFailed, all.front().refused, id});
    auto edit = workspaceEdit(all.front(), documents_, client_.abilities);
    if (!edit)
      return refusal({edit.error().code, edit.error().message, id});
    Json resolved = action;
    resolved["edit"] = std::move(*edit);
    return answer(id, std::move(resolved));
  });
}

} // namespace fsfind::lsp
