#include "cli/lsp/Proofs.h"

#include <algorithm>
#include <utility>

namespace fsfind::lsp {

namespace {

Problem cancelled(const Json &id) {
  return {ErrorCode::RequestCancelled, "cancelled", id};
}

} // namespace

void Proofs::ask(Json id, std::vector<std::string> findings, Reply reply) {
  waiting_.push_back({std::move(id), std::move(findings), std::move(reply)});
}

bool Proofs::isRefused(const std::string &finding) const {
  const auto known = known_.find(finding);
  return known != known_.end() && !known->second.refused.empty();
}

void Proofs::forget() {
  known_.clear();
  outdated_ = true;
}

bool Proofs::isKnown(const Asked &asked) const {
  return std::all_of(asked.findings.begin(), asked.findings.end(),
                     [&](const std::string &finding) { return known_.contains(finding); });
}

void Proofs::answerKnown(const Asked &asked) {
  std::vector<ProvedEdits> all;
  for (const std::string &finding : asked.findings)
    all.push_back(known_.at(finding));
  client_.send(asked.reply(all));
}

void Proofs::cancel(const Json &id) {
  const auto waits = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Asked &one) { return one.id == id; });
  if (waits != waiting_.end()) {
    client_.send(refusal(cancelled(id)));
    waiting_.erase(waits);
  } else if (asked_ && asked_->id == id) {
    finish({{"cancelled", true}});
    job_->stop();
  }
}

void Proofs::cancel(const std::string &token) {
  if (asked_ && progress_ && progress_->token() == token)
    cancel(Json(asked_->id));
}

void Proofs::begin(const Project &project) {
  if (job_)
    return;
  for (; !waiting_.empty() && isKnown(waiting_.front()); waiting_.pop_front())
    answerKnown(waiting_.front());
  if (waiting_.empty())
    return;
  asked_ = std::move(waiting_.front());
  waiting_.pop_front();
  outdated_ = false;
  auto started =
      Job::start([&](const Tell &tell) { work_.prove(project, asked_->findings, tell); });
  if (!started)
    return finish({{"error", started.error().message()}});
  job_ = std::move(*started);
  progress_.emplace(client_, "fsfind: proving an edit");
}

void Proofs::takeMessages() {
  if (!job_)
    return;
  for (const Json &message : job_->messages()) {
    if (progress_ && message.contains("stage"))
      progress_->update(textMember(message, "stage"), message.value("fraction", 0.0));
    if (message.contains("patches") || message.contains("error"))
      finish(message);
  }
  if (!job_->hasEnded())
    return;
  const std::string failure = job_->failure();
  job_.reset();
  finish({{"error", failure.empty() ? "the proof told nothing" : failure}});
}

/// Answers the request, if that is still to be done.
void Proofs::finish(const Json &message) {
  progress_.reset();
  const auto asked = std::exchange(asked_, std::nullopt);
  if (!asked)
    return;
  if (message.contains("patches")) {
    const std::vector<ProvedEdits> all = patchesFrom(message["patches"]);
    for (const ProvedEdits &one : all)
      if (!outdated_)
        known_[one.finding] = one;
    client_.send(asked->reply(all));
  } else if (message.contains("cancelled"))
    client_.send(refusal(cancelled(asked->id)));
  else
    client_.send(refusal({ErrorCode::RequestFailed, textMember(message, "error"), asked->id}));
}

} // namespace fsfind::lsp
