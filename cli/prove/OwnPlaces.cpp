#include "cli/prove/OwnPlaces.h"

#include "cli/check/Files.h"
#include "cli/fix/TextPlaces.h"

#include <map>

namespace fsfind::prove {

namespace {

using Changes = std::map<std::string, const fix::FileChange *>;

void useOwnPlace(Place &place, const std::string &copy, const std::string &project,
                 const Changes &changes) {
  if (!place.file.starts_with(copy + '/'))
    return;
  place.file.replace(0, copy.size(), project);
  const auto change = changes.find(place.file);
  if (change == changes.end() || place.line == 0)
    return;
  const std::uint32_t column = place.column == 0 ? 1 : place.column;
  const fix::TextPlace before = fix::placeBefore(change->second->edits, {place.line, column});
  place.line = before.line;
  place.column = place.column == 0 ? 0 : before.column;
}

} // namespace

void useOwnPlaces(Profile &profile, const std::string &copy, const std::string &project,
                  const fix::Patch &patch) {
  Changes changes;
  for (const fix::FileChange &file : patch.files)
    changes[file.path] = &file;
  // Some build systems resolve symbolic links on the way to the copy.
  const std::string real = check::absolutePath(copy);
  for (Site &site : profile.sites)
    for (Frame &frame : site.frames)
      useOwnPlace(frame.place, frame.place.file.starts_with(real + '/') ? real : copy, project,
                  changes);
}

} // namespace fsfind::prove
