#include "cli/commands/MissingParts.h"

#include "cli/terminal/Messages.h"

namespace fsfind::cli {

void warnOfMissingParts(const Profile &profile) {
  for (const Note &note : profile.notes)
    if (note.incomplete)
      tell("warning: " + note.text);
}

} // namespace fsfind::cli
