#include "cli/report/review/Formats.h"

#include <algorithm>
#include <array>

namespace fsfind::report {

std::span<const Format> reviewFormats() {
  static constexpr std::array kFormats = {
      Format{"sarif", "SARIF 2.1.0, for code scanning", writeSarif},
      Format{"rdjson", "for reviewdog, with suggestions", writeRdjson},
      Format{"fixes", "the edits, for clang-apply-replacements", writeFixes},
      Format{"github", "annotations of a GitHub workflow", writeGithub},
      Format{"gitlab", "GitLab Code Quality", writeGitlab},
      Format{"gerrit", "comments with fixes, for Gerrit's REST", writeGerrit},
      Format{"markdown", "a comment on a pull request", writeMarkdown},
  };
  return kFormats;
}

const Format *reviewFormat(std::string_view name) {
  const auto formats = reviewFormats();
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const Format &format) { return format.name == name; });
  return found == formats.end() ? nullptr : &*found;
}

} // namespace fsfind::report
