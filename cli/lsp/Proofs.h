#pragma once

#include "cli/lsp/Client.h"
#include "cli/lsp/Job.h"
#include "cli/lsp/Patches.h"
#include "cli/lsp/Work.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::lsp {

/// Has edits proved for requests of the editor, one after the other. What became of a finding's
/// edits is kept until the files or the findings change: an editor may ask on each move.
class Proofs {
public:
  /// Makes the message that answers the request.
  using Reply = std::function<Json(const std::vector<ProvedEdits> &)>;

  Proofs(const Work &work, Client &client) : work_(work), client_(client) {}

  void ask(Json id, std::vector<std::string> findings, Reply reply);
  /// Whether the finding's edits are known not to be proved.
  [[nodiscard]] bool isRefused(const std::string &finding) const;
  /// What was proved may hold no longer.
  void forget();
  /// The request is answered with the error that says so.
  void cancel(const Json &id);
  void cancel(const std::string &token);
  /// Starts the next proof if none is running.
  void begin(const Project &project);
  void takeMessages();

  [[nodiscard]] Job *job() { return job_.get(); }

private:
  struct Asked {
    Json id;
    std::vector<std::string> findings;
    Reply reply;
  };
  [[nodiscard]] bool isKnown(const Asked &asked) const;
  /// By what is known of its findings.
  void answerKnown(const Asked &asked);
  void finish(const Json &message);

  const Work &work_;
  Client &client_;
  std::deque<Asked> waiting_;
  std::map<std::string, ProvedEdits> known_; ///< by finding
  bool outdated_ = false;                    ///< what the job reads has changed since it began
  std::optional<Asked> asked_; ///< what the job is to answer; none = answered, or cancelled
  std::unique_ptr<Job> job_;
  std::optional<WorkDone> progress_;
};

} // namespace fsfind::lsp
