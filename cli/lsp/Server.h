#pragma once

#include "cli/lsp/Actions.h"
#include "cli/lsp/Checks.h"
#include "cli/lsp/Client.h"
#include "cli/lsp/Documents.h"
#include "cli/lsp/Proofs.h"
#include "cli/lsp/Work.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::lsp {

/// The language server: what it answers to each message. It never waits: what takes long is done by
/// jobs, whose messages it takes when there are some.
class Server {
public:
  /// `version` is fsfind's. `work` outlives the server.
  Server(const Work &work, std::string_view version)
      : version_(version), checks_(work, client_, documents_), proofs_(work, client_),
        actions_(client_, documents_, checks_, proofs_) {}

  /// The content of a message.
  void take(std::string_view content);
  /// Starts what is due. To be called when no further message has come: several files that are
  /// saved at once make one check.
  void startJobs();
  void takeJobs();

  [[nodiscard]] Client &client() { return client_; }
  /// Those that run now.
  [[nodiscard]] std::vector<Job *> jobs();
  /// Exit code (LSP 3.17, exit): 0 after a shutdown, else 1; none while the server is to go on.
  [[nodiscard]] std::optional<int> exitCode() const { return exit_code_; }
  /// The editor is gone.
  void end() { exit_code_ = shut_down_ ? 0 : 1; }
  /// The editor's process, until it is asked for the first time; 0 = not known.
  [[nodiscard]] std::uint32_t takeEditor();

private:
  enum class State : std::uint8_t { New, Initialized };

  void takeRequest(const Message &message);
  void takeNotification(const Message &message);
  void refuse(const Message &message, ErrorCode code, std::string why);
  void initialize(const Message &message);
  void initialized();
  void hover(const Message &message);
  void saved(const Json &params);
  void filesChanged(const Json &params);
  /// The files have changed.
  void wantCheck();
  [[nodiscard]] bool isNews(const Json &change) const;
  [[nodiscard]] Json capabilities() const;

  std::string_view version_;
  Client client_;
  Documents documents_;
  Checks checks_;
  Proofs proofs_;
  Actions actions_;
  Project project_;
  std::string obstacle_; ///< why no folder can be checked; empty = one can
  State state_ = State::New;
  std::uint32_t editor_ = 0;
  bool shut_down_ = false;
  std::optional<int> exit_code_;
};

} // namespace fsfind::lsp
