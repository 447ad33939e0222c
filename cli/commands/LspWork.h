#pragma once

#include "cli/commands/CheckOptions.h"
#include "cli/lsp/Work.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// The work of `fsfind lsp`: that of `fsfind check`, of `fsfind report` with sources if there is a
/// recording, and of `fsfind fix`. Each is called in a process of its own.
class LspWork : public lsp::Work {
public:
  /// Paths in the arguments are absolute.
  explicit LspWork(FixArguments arguments) : arguments_(std::move(arguments)) {}

  void check(const lsp::Project &project, const lsp::Tell &tell) const override;
  void prove(const lsp::Project &project, const std::vector<std::string> &findings,
             const lsp::Tell &tell) const override;

private:
  FixArguments arguments_;
};

} // namespace fsfind::cli
