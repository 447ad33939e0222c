#include "cli/commands/PatchText.h"

#include "cli/fix/TextEdits.h"
#include "cli/fix/UnifiedDiff.h"
#include "cli/terminal/Style.h"
#include "cli/terminal/Text.h"

namespace fsfind::cli {

namespace {

Style styleOf(std::string_view line) {
  if (line.starts_with("---") || line.starts_with("+++"))
    return Style::Heading;
  return line.starts_with('+')   ? Style::Good
         : line.starts_with('-') ? Style::Store
         : line.starts_with("@") ? Style::Dim
                                 : Style::Plain;
}

} // namespace

std::string shownDiff(const fix::Patch &patch, const std::string &folder, const Traits &traits) {
  std::string diff = fix::unifiedDiff(patch, folder);
  if (!traits.color && !traits.terminal)
    return diff;
  std::string text;
  for (std::string_view line : fix::linesOf(diff)) {
    line.remove_suffix(line.ends_with("\r\n") ? 2 : line.ends_with('\n') ? 1 : 0);
    text += paint(styleOf(line),
                  traits.terminal ? printableLines(line, traits.utf8) : std::string(line),
                  traits.color) +
            '\n';
  }
  return text;
}

} // namespace fsfind::cli
