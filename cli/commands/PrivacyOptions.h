#pragma once

#include "cli/commands/OptionTable.h"
#include "rules/model/Expected.h"
#include "rules/privacy/Redaction.h"

#include <string>
#include <vector>

namespace fsfind::cli {

/// What may leave the machine, as the user gave it.
struct PrivacyArguments {
  bool redact = false;
  std::vector<std::string> keep;     ///< words: hosts, paths, commands
  std::vector<std::string> projects; ///< folders of sources, as debug info names them
};

/// Adds `--redact`, `--keep`, `--project`.
void addPrivacyOptions(const Command &command, PrivacyArguments &arguments);

/// Fails if options say what to keep, but nothing is taken out. `shared`: a profile is written,
/// from which it always is.
[[nodiscard]] Expected<void> checkPrivacyOptions(bool shared, const PrivacyArguments &arguments);

[[nodiscard]] Redaction redactionOf(const PrivacyArguments &arguments);

} // namespace fsfind::cli
