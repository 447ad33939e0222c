#include "cli/lsp/Client.h"

#include "cli/lsp/Framing.h"

#include <algorithm>

namespace fsfind::lsp {

namespace {

bool has(const Json &list, std::string_view word) {
  return list.is_array() && std::find(list.begin(), list.end(), word) != list.end();
}

const Json &within(const Json &json, std::initializer_list<std::string_view> names) {
  const Json *at = &json;
  for (const std::string_view name : names)
    at = &member(*at, name);
  return *at;
}

} // namespace

Abilities abilitiesOf(const Json &capabilities) {
  Abilities all;
  const Json &text = member(capabilities, "textDocument");
  const Json &workspace = member(capabilities, "workspace");
  if (has(within(capabilities, {"general", "positionEncodings"}), "utf-8"))
    all.encoding = Encoding::Utf8;
  all.markdown = has(within(text, {"hover", "contentFormat"}), "markdown");
  all.related = flagMember(member(text, "publishDiagnostics"), "relatedInformation");
  all.progress = flagMember(member(capabilities, "window"), "workDoneProgress");
  all.watches = flagMember(member(workspace, "didChangeWatchedFiles"), "dynamicRegistration");
  all.resolves = has(within(text, {"codeAction", "resolveSupport", "properties"}), "edit");
  all.versioned_edits = flagMember(member(workspace, "workspaceEdit"), "documentChanges");
  return all;
}

void Client::send(const Json &message) {
  pending_.erase(0, written_);
  written_ = 0;
  pending_ += framed(dumped(message));
}

void Client::ask(std::string_view method, Json params) {
  send(request("fsfind-" + std::to_string(newNumber()), method, std::move(params)));
}

void Client::tell(std::string_view method, Kind kind, const std::string &text) {
  notify(method, {{"type", static_cast<int>(kind)}, {"message", text}});
}

void Client::wrote(std::size_t bytes) {
  written_ += bytes;
  if (written_ == pending_.size()) {
    pending_.clear();
    written_ = 0;
  }
}

WorkDone::WorkDone(Client &client, std::string_view title)
    : client_(client), token_("fsfind-work-" + std::to_string(client.newNumber())) {
  if (client_.abilities.progress)
    client_.ask("window/workDoneProgress/create", {{"token", token_}});
  report({{"kind", "begin"}, {"title", title}, {"cancellable", true}, {"percentage", 0}});
}

WorkDone::~WorkDone() {
  Json value = {{"kind", "end"}};
  if (!last_.empty())
    value["message"] = last_;
  report(std::move(value));
}

void WorkDone::update(const std::string &stage, double fraction) {
  constexpr double kWhole = 100;
  const auto percent = static_cast<unsigned>(std::clamp(fraction, 0.0, 1.0) * kWhole);
  if (percent <= percent_) // it may only grow
    return;
  percent_ = percent;
  report({{"kind", "report"}, {"message", stage}, {"percentage", percent}});
}

void WorkDone::report(Json value) {
  if (client_.abilities.progress)
    client_.notify("$/progress", {{"token", token_}, {"value", std::move(value)}});
}

} // namespace fsfind::lsp
