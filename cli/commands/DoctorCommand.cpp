#include "cli/commands/Commands.h"
#include "cli/commands/TextOutput.h"
#include "cli/commands/Validators.h"
#include "cli/doctor/Doctor.h"
#include "cli/terminal/Output.h"
#include "cli/terminal/Progress.h"

#include <algorithm>
#include <memory>
#include <ostream>

namespace fsfind::cli {

namespace {

constexpr const char *kDoctorFooter = "Examples:\n"
                                      "  fsfind doctor\n"
                                      "  fsfind doctor simulation check && ci/record.sh\n\n"
                                      "Exit codes:\n"
                                      "  0  done, and every part that was named works\n"
                                      "  1  a part that was named does not work\n"
                                      "  2  usage or input error\n";

struct DoctorArguments : OutputArguments {
  std::vector<std::string> parts; ///< empty = all
  std::string format = "text";
  bool quiet = false;
};

Expected<void> writeDoctor(const DoctorArguments &arguments, const report::DoctorReport &report) {
  if (arguments.format == "text")
    return writeText(arguments,
                     [&](const Traits &traits) { return report::doctorText(report, traits); });
  return writeOutput(arguments.output, [&](std::ostream &out) {
    report::writeDoctorJson(out, report, FSFIND_VERSION);
  });
}

Expected<report::DoctorReport> examine(const DoctorArguments &arguments) {
  Progress progress(!arguments.quiet);
  return doctor::examine(arguments.parts,
                         [&](std::string_view part, double done) { progress.update(part, done); });
}

Expected<int> runDoctor(const DoctorArguments &arguments) {
  FSFIND_CHECK(tryOutput(arguments.output));
  FSFIND_TRY(const report::DoctorReport report, examine(arguments));
  FSFIND_CHECK(writeDoctor(arguments, report));
  const bool lacking =
      std::any_of(report.parts.begin(), report.parts.end(), [](const report::PartReport &part) {
        return part.state == report::PartState::Missing;
      });
  return lacking && !arguments.parts.empty() ? kExitFindings : kExitDone;
}

std::vector<std::string> partNames() {
  std::vector<std::string> names;
  for (const doctor::Part &part : doctor::parts())
    names.emplace_back(part.name);
  return names;
}

} // namespace

void addDoctorCommand(const Command &app, Action &action) {
  const Command command = app.addSubcommand(
      "doctor", "Try what works on this machine, and say what to install for the rest");
  command.footer(kDoctorFooter);
  const auto arguments = std::make_shared<DoctorArguments>();
  command.addOption("part", arguments->parts, "What to try (default all)")
      .typeName("PART")
      .check(oneOf(partNames()));
  command.addOption("--format", arguments->format, "What to write (default text)")
      .check(oneOf({"text", "json"}));
  addTextOutputOptions(command, *arguments);
  command.addFlag("-q,--quiet", arguments->quiet, "Show no progress");
  command.whenChosen(
      [arguments, &action] { action = [arguments] { return runDoctor(*arguments); }; });
}

} // namespace fsfind::cli
