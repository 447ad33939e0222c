#pragma once

#include "cli/commands/CheckOptions.h"
#include "cli/commands/ConfigOptions.h"
#include "cli/lsp/Mistake.h"
#include "cli/lsp/Work.h"

#include <functional>
#include <string>
#include <vector>

namespace fsfind::cli {

/// What `fsfind lsp` goes by in a project: the options that were typed, with those of the
/// configuration file, or without them if that has a mistake.
struct LspSettings {
  FixArguments arguments;       ///< paths in them are absolute
  std::vector<UsedValues> used; ///< of the file
  lsp::Mistake mistake;
};

/// Reads the settings for a project. To be called once in a process, in the folder that it was
/// started in: typed paths are relative to that, and the options of the command line keep what they
/// were given.
using LspSettingsOf = std::function<LspSettings(const lsp::Project &project)>;

/// What an error in a configuration file says; paths below `folder` are shown relative to it.
[[nodiscard]] lsp::Mistake mistakeOf(const Error &error, const std::string &folder);

} // namespace fsfind::cli
