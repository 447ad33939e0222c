#include "cli/commands/PictureOutput.h"

#include "cli/terminal/Output.h"

#include <ostream>
#include <utility>

namespace fsfind::cli {

Expected<void> checkPictureOptions(const std::string &format, const PictureArguments &arguments) {
  if (format == kSvgFormat)
    return {};
  const std::pair<const char *, const std::string &> options[] = {{"--picture", arguments.picture},
                                                                  {"--finding", arguments.finding}};
  for (const auto &[option, value] : options)
    if (!value.empty())
      return failure({option, {}, "chooses what --format=svg draws", "add --format=svg"});
  return {};
}

Expected<void> writePicture(const std::string &output, const Profile &profile, const Report &report,
                            const PictureArguments &arguments) {
  report::PictureChoice choice;
  if (!arguments.picture.empty())
    choice.picture = arguments.picture;
  choice.finding = arguments.finding;
  FSFIND_TRY(const report::SvgFile file, report::reportPicture(profile, report, choice));
  return writeOutput(output, [&](std::ostream &out) { report::writeSvgFile(out, file); });
}

} // namespace fsfind::cli
