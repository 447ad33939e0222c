#include "cli/lsp/Server.h"

#include "cli/check/Files.h"
#include "cli/lsp/Uri.h"
#include "cli/terminal/Text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace fsfind::lsp {

namespace {

/// LSP 3.17, TextDocumentSyncKind.Incremental.
constexpr int kIncremental = 2;

/// What the editor is asked to watch: what units are made of, how they are compiled, and what the
/// project is checked by.
Json watchedFiles() {
  Json watchers = Json::array();
  for (const char *pattern : {"**/*.{c,cc,cpp,cxx,c++,C,h,hh,hpp,hxx,h++,inl,inc,ipp,tcc}",
                              "**/compile_commands.json", "**/.fsfind.yaml"})
    watchers.push_back({{"globPattern", pattern}});
  return {
      {"registrations", Json::array({{{"id", "fsfind-files"},
                                      {"method", "workspace/didChangeWatchedFiles"},
                                      {"registerOptions", {{"watchers", std::move(watchers)}}}}})}};
}

/// The folder that is open in the editor; the current one if the editor names none.
Expected<std::string> folderIn(const Json &params) {
  std::vector<std::string> uris;
  if (const Json &folders = member(params, "workspaceFolders"); folders.is_array())
    for (const Json &folder : folders)
      uris.push_back(textMember(folder, "uri"));
  uris.push_back(textMember(params, "rootUri"));
  std::erase(uris, "");
  for (const std::string &uri : uris)
    if (const auto path = pathOf(uri))
      return check::absolutePath(*path);
  const std::string plain = textMember(params, "rootPath");
  if (plain.empty() && !uris.empty())
    return failure({uris.front(),
                    {},
                    "is no folder of this machine",
                    "have the editor start fsfind where the project's files are"});
  return check::absolutePath(plain.empty() ? "." : plain);
}

} // namespace

void Server::take(std::string_view content) {
  const auto message = parseMessage(content);
  if (!message)
    return client_.send(refusal(message.error()));
  if (message->method.empty())
    return; // the answer to a request of the server, none of which needs one
  if (message->id.is_null())
    takeNotification(*message);
  else
    takeRequest(*message);
}

void Server::refuse(const Message &message, ErrorCode code, std::string why) {
  client_.send(refusal({code, std::move(why), message.id}));
}

void Server::takeRequest(const Message &message) {
  const std::string &method = message.method;
  if (shut_down_)
    return refuse(message, ErrorCode::InvalidRequest, "the server is shut down");
  if (method == "initialize")
    return initialize(message);
  if (state_ == State::New)
    return refuse(message, ErrorCode::ServerNotInitialized, "initialize comes first");
  if (method == "shutdown") {
    shut_down_ = true;
    client_.send(answer(message.id, nullptr));
  } else if (method == "textDocument/hover") {
    hover(message);
  } else if (method == "textDocument/codeAction") {
    actions_.list(message.id, message.params);
  } else if (method == "codeAction/resolve") {
    actions_.resolve(message.id, message.params);
  } else {
    refuse(message, ErrorCode::MethodNotFound,
           fmt::format("fsfind does not know {}", message.method));
  }
}

void Server::takeNotification(const Message &message) {
  const std::string &method = message.method;
  const Json &params = message.params;
  if (method == "exit")
    return end();
  if (state_ == State::New || shut_down_)
    return; // LSP 3.17, initialize: dropped
  if (method == "initialized")
    initialized();
  else if (method == "textDocument/didOpen")
    documents_.open(params);
  else if (method == "textDocument/didChange")
    documents_.change(params, client_.abilities.encoding);
  else if (method == "textDocument/didClose")
    documents_.close(params);
  else if (method == "textDocument/didSave")
    saved(params);
  else if (method == "workspace/didChangeWatchedFiles")
    filesChanged(params);
  else if (method == "$/cancelRequest")
    proofs_.cancel(member(params, "id"));
  else if (method == "window/workDoneProgress/cancel") {
    checks_.cancel(textMember(params, "token"));
    proofs_.cancel(textMember(params, "token"));
  }
  if (method.starts_with("textDocument/"))
    checks_.publish();
}

Json Server::capabilities() const {
  return {{"positionEncoding", client_.abilities.encoding == Encoding::Utf8 ? "utf-8" : "utf-16"},
          {"textDocumentSync",
           {{"openClose", true}, {"change", kIncremental}, {"save", {{"includeText", false}}}}},
          {"hoverProvider", true},
          {"codeActionProvider",
           {{"codeActionKinds", Json::array({"quickfix"})}, {"resolveProvider", true}}}};
}

void Server::initialize(const Message &message) {
  if (state_ != State::New)
    return refuse(message, ErrorCode::InvalidRequest, "the server is initialized already");
  const Json &params = message.params;
  const Json &options = member(params, "initializationOptions");
  client_.abilities = abilitiesOf(member(params, "capabilities"));
  editor_ = countMember(params, "processId", INT32_MAX);
  if (auto folder = folderIn(params))
    project_ = {std::move(*folder), textMember(options, "build"), textMember(options, "recording")};
  else
    obstacle_ = folder.error().message();
  state_ = State::Initialized;
  client_.send(answer(message.id, {{"capabilities", capabilities()},
                                   {"serverInfo", {{"name", "fsfind"}, {"version", version_}}}}));
}

void Server::initialized() {
  if (!obstacle_.empty())
    return client_.show(Client::Kind::Error, "fsfind: " + cli::printable(obstacle_, true));
  if (client_.abilities.watches)
    client_.ask("client/registerCapability", watchedFiles());
  checks_.want();
}

/// What is known of the word at a position.
void Server::hover(const Message &message) {
  const Json &at = member(message.params, "position");
  const std::string uri = textMember(member(message.params, "textDocument"), "uri");
  const auto path = pathOf(uri);
  if (!path)
    return client_.send(answer(message.id, nullptr));
  const std::string file = check::absolutePath(*path);
  const Document *document = documents_.ofUri(uri);
  const std::string text = document == nullptr ? fileText(file) : document->text;
  const std::uint32_t number = countMember(at, "line");
  const std::string_view line = lineOf(text, number);
  const Encoding encoding = client_.abilities.encoding;
  const Word word = wordAt(line, bytesOf(line, countMember(at, "character"), encoding));
  const std::string known =
      checks_.hovers().find(file, std::string(word.text), [&](std::uint32_t checked) {
        return Documents::now(document, checked) == number;
      });
  if (known.empty())
    return client_.send(answer(message.id, nullptr));
  const std::uint32_t begin = unitsOf(line.substr(0, word.begin), encoding);
  const std::uint32_t end = begin + unitsOf(word.text, encoding);
  const Json contents = client_.abilities.markdown
                            ? Json{{"kind", "markdown"}, {"value", known}}
                            : Json{{"kind", "plaintext"}, {"value", plainText(known)}};
  const Json range = {{"start", {{"line", number}, {"character", begin}}},
                      {"end", {{"line", number}, {"character", end}}}};
  client_.send(answer(message.id, {{"contents", contents}, {"range", range}}));
}

void Server::saved(const Json &params) {
  if (documents_.save(params))
    wantCheck();
}

/// An editor that watches tells of its own saves as well: these are known.
bool Server::isNews(const Json &change) const {
  const auto path = pathOf(textMember(change, "uri"));
  return path && !documents_.isSaved(check::absolutePath(*path));
}

void Server::filesChanged(const Json &params) {
  const Json &changes = member(params, "changes");
  if (changes.is_array() && std::any_of(changes.begin(), changes.end(),
                                        [&](const Json &change) { return isNews(change); }))
    wantCheck();
}

void Server::wantCheck() {
  checks_.want();
  proofs_.forget();
}

void Server::startJobs() {
  if (shut_down_ || exit_code_ || !obstacle_.empty())
    return;
  checks_.begin(project_);
  proofs_.begin(project_);
}

void Server::takeJobs() {
  if (checks_.takeMessages())
    proofs_.forget();
  proofs_.takeMessages();
}

std::vector<Job *> Server::jobs() {
  std::vector<Job *> running;
  for (Job *job : {checks_.job(), proofs_.job()})
    if (job != nullptr)
      running.push_back(job);
  return running;
}

std::uint32_t Server::takeEditor() {
  return std::exchange(editor_, 0);
}

} // namespace fsfind::lsp
