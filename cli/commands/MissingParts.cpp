#include "cli/commands/MissingParts.h"

#include "cli/terminal/Messages.h"

#include <fmt/format.h>

namespace fsfind::cli {

void warnOfMissingParts(const Profile &profile, std::string_view otherwise) {
  for (const Note &note : profile.notes)
    if (note.incomplete)
      tell("warning: " + note.text);
  for (const std::string &module : profile.rebuilt)
    tell(fmt::format("warning: {}: was built anew after {} was recorded, so nothing in it has a "
                     "name; put the recorded file beside the recording, or {}",
                     module, profile.source.path, otherwise));
}

} // namespace fsfind::cli
