#pragma once

#include "cli/lsp/Checks.h"
#include "cli/lsp/Proofs.h"

#include <string>
#include <vector>

namespace fsfind::lsp {

/// Offers the edits that end findings. An edit is given only if it was proved: when the user
/// chooses the action, or before it is offered if the editor cannot ask then.
class Actions {
public:
  Actions(Client &client, const Documents &documents, const Checks &checks, Proofs &proofs)
      : client_(client), documents_(documents), checks_(checks), proofs_(proofs) {}

  /// Answers textDocument/codeAction.
  void list(const Json &id, const Json &params);
  /// Answers codeAction/resolve, whose params are the action.
  void resolve(const Json &id, const Json &action);

private:
  [[nodiscard]] std::vector<const Note *> offered(const Json &params) const;
  [[nodiscard]] bool isOffered(const Note &note) const;
  [[nodiscard]] Json action(const Note &note, const Document *document) const;
  /// The document that a request is about; null if it is not open.
  [[nodiscard]] const Document *documentOf(const Json &params) const;
  [[nodiscard]] Json proved(const Json &id, const std::vector<ProvedEdits> &all,
                            const std::vector<Json> &actions);

  Client &client_;
  const Documents &documents_;
  const Checks &checks_;
  Proofs &proofs_;
};

} // namespace fsfind::lsp
