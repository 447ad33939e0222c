#pragma once

#include "cli/lsp/Client.h"
#include "cli/lsp/Documents.h"
#include "cli/lsp/Hovers.h"
#include "cli/lsp/Job.h"
#include "cli/lsp/Mistake.h"
#include "cli/lsp/Notes.h"
#include "cli/lsp/Work.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::lsp {

/// Checks the sources again and again, one check at a time, and has the editor show what the last
/// one found.
class Checks {
public:
  Checks(const Work &work, Client &client, Documents &documents)
      : work_(work), client_(client), documents_(documents) {}

  /// The files have changed: what is running is stopped, and another check is wanted.
  void want();
  /// Starts a check if one is wanted and none is running.
  void begin(const Project &project);
  /// Takes what the running check has told. Returns whether there are other findings now.
  bool takeMessages();
  /// Stops the check whose progress has this token; the user asked for it.
  void cancel(const std::string &token);
  /// Shows diagnostics anew, after documents have changed.
  void publish();

  /// Null if none is running.
  [[nodiscard]] Job *job() { return job_.get(); }
  /// None before the first check has ended, and after one that failed.
  [[nodiscard]] const std::optional<Found> &found() const { return found_; }
  [[nodiscard]] const std::vector<Note> &notes() const { return notes_; }
  [[nodiscard]] const Hovers &hovers() const { return hovers_; }

private:
  void stop(const char *why);
  bool take(const Json &message);
  void takeMistake(Mistake mistake);
  void takeFound(const Json &json);
  void fail(const std::string &error);

  const Work &work_;
  Client &client_;
  Documents &documents_;
  std::unique_ptr<Job> job_;
  std::optional<WorkDone> progress_;
  bool wanted_ = false;
  std::optional<Found> found_;
  std::vector<Note> notes_;
  Hovers hovers_;
  Mistake mistake_;
  std::optional<Stretch> mistaken_; ///< where the mistake is, in the file as it was read
  Board board_;
  /// The last check's, shown to the user; empty = it had none.
  std::string shown_error_, shown_warning_;
};

} // namespace fsfind::lsp
