#include "cli/lsp/Checks.h"

#include "cli/terminal/Text.h"

#include <utility>

namespace fsfind::lsp {

void Checks::want() {
  wanted_ = true;
  stop("stopped, as files have changed");
}

void Checks::stop(const char *why) {
  if (!job_ || job_->isStopped())
    return;
  job_->stop();
  if (progress_)
    progress_->endWith(why);
  progress_.reset();
}

void Checks::cancel(const std::string &token) {
  if (progress_ && progress_->token() == token)
    stop("cancelled");
}

void Checks::begin(const Project &project) {
  if (!wanted_ || job_)
    return;
  wanted_ = false;
  documents_.beginCheck();
  auto started = Job::start([&](const Tell &tell) { work_.check(project, tell); });
  if (!started)
    return fail(started.error().message());
  job_ = std::move(*started);
  progress_.emplace(client_, "fsfind check");
}

bool Checks::takeMessages() {
  if (!job_)
    return false;
  bool other = false;
  for (const Json &message : job_->messages())
    other = take(message) || other;
  if (!job_->hasEnded())
    return other;
  if (!job_->failure().empty() && !job_->isStopped())
    fail(job_->failure());
  job_.reset();
  progress_.reset();
  return other;
}

bool Checks::take(const Json &message) {
  if (progress_ && message.contains("stage"))
    progress_->update(textMember(message, "stage"), message.value("fraction", 0.0));
  if (message.contains("configuration"))
    takeMistake(mistakeFrom(message["configuration"]));
  if (message.contains("error"))
    fail(textMember(message, "error"));
  if (message.contains("hovers"))
    hovers_ = hoversFrom(message["hovers"]);
  if (!message.contains("found"))
    return false;
  takeFound(message["found"]);
  return true;
}

void Checks::takeFound(const Json &json) {
  auto found = foundFrom(json);
  if (!found)
    return fail(found.error().message());
  found_ = std::move(*found);
  notes_ = notesOn(*found_, client_.abilities.encoding);
  // Those of the check before answer until the new ones come.
  hovers_.follow(documents_.endCheck([&](const std::string &path) {
    const auto known = found_->contents.find(path);
    return known == found_->contents.end() ? 0 : known->second;
  }));
  shown_error_.clear();
  if (!found_->warning.empty() && found_->warning != shown_warning_)
    client_.show(Client::Kind::Warning, "fsfind: " + found_->warning);
  shown_warning_ = found_->warning;
  client_.log(Client::Kind::Info, found_->summary);
  if (progress_)
    progress_->endWith(found_->summary);
  publish();
}

void Checks::takeMistake(Mistake mistake) {
  documents_.noteConfiguration();
  mistaken_ = stretchOf(mistake, client_.abilities.encoding);
  if (mistake != mistake_ && !mistake.message.empty())
    client_.show(Client::Kind::Error, "fsfind: " + cli::printable(mistake.message, true));
  mistake_ = std::move(mistake);
  publish();
}

void Checks::publish() {
  Sheets sheets;
  if (found_)
    sheets = Diagnostics(*found_, documents_, client_.abilities).sheets(notes_);
  if (mistaken_)
    addProblem(mistake_.problem, *mistaken_, documents_, sheets);
  board_.publish(std::move(sheets), documents_, client_);
}

void Checks::fail(const std::string &error) {
  if (error != shown_error_)
    client_.show(Client::Kind::Error, "fsfind: " + error);
  shown_error_ = error;
  hovers_.follow(documents_.endCheck([](const std::string &) { return std::uint64_t{0}; }));
  notes_.clear();
  found_.reset();
  publish();
}

} // namespace fsfind::lsp
