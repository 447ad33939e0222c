#pragma once

#include "cli/commands/LspSettings.h"
#include "cli/lsp/Work.h"

#include <string>
#include <utility>
#include <vector>

namespace fsfind::cli {

/// The work of `fsfind lsp`: that of `fsfind check`, of `fsfind report` with sources if there is a
/// recording, and of `fsfind fix`. Each is called in a process of its own.
class LspWork : public lsp::Work {
public:
  explicit LspWork(LspSettingsOf settings_of) : settings_of_(std::move(settings_of)) {}

  void check(const lsp::Project &project, const lsp::Tell &tell) const override;
  void prove(const lsp::Project &project, const std::vector<std::string> &findings,
             const lsp::Tell &tell) const override;

private:
  LspSettingsOf settings_of_;
};

} // namespace fsfind::cli
