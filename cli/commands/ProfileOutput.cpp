#include "cli/commands/ProfileOutput.h"

#include "cli/commands/Validators.h"
#include "cli/terminal/Output.h"
#include "rules/fleet/ProfileFile.h"
#include "rules/fleet/ProfileTable.h"
#include "rules/input/InputFile.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <ostream>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr std::uint64_t kMillis = 1000;
constexpr std::uint64_t kNanosOfMilli = 1000000;

/// The key and the value of a label; none if the text has no key of letters, digits, `_`, `.`, `-`.
std::optional<std::pair<std::string, std::string>> parseLabel(const std::string &text) {
  const std::size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  constexpr const char *kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  if (equals == std::string::npos || key.empty() ||
      key.find_first_not_of(kAllowed) != std::string::npos)
    return std::nullopt;
  return std::pair(key, text.substr(equals + 1));
}

/// Milliseconds since 1970; none if the text is no time from then on.
std::optional<std::uint64_t> parseTime(const std::string &text) {
  for (const char *form : {"%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d"}) {
    std::tm time{};
    const char *end = strptime(text.c_str(), form, &time);
    const std::time_t seconds = end && *end == '\0' ? timegm(&time) : -1;
    if (seconds >= 0)
      return static_cast<std::uint64_t>(seconds) * kMillis;
  }
  return std::nullopt;
}

/// When the file was last written; of standard input now.
std::uint64_t timeOf(const std::string &path) {
  struct stat status{};
  if (path != "-" && ::stat(path.c_str(), &status) == 0 && status.st_mtim.tv_sec >= 0)
    return static_cast<std::uint64_t>(status.st_mtim.tv_sec) * kMillis +
           static_cast<std::uint64_t>(status.st_mtim.tv_nsec) / kNanosOfMilli;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

fleet::ProfileLabels labelsOf(const std::vector<std::string> &texts) {
  fleet::ProfileLabels labels;
  for (const std::string &text : texts) {
    const auto label = parseLabel(text);
    if (!label)
      continue; // which the option's check has refused
    const auto &[key, value] = *label;
    (key == "service"   ? labels.service
     : key == "release" ? labels.release
                        : labels.others[key]) = value;
  }
  return labels;
}

Check label() {
  return checkedBy([](const std::string &text) {
    return parseLabel(text) ? std::string()
                            : "'" + text +
                                  "' is no label KEY=VALUE, with a key of letters, "
                                  "digits, '_', '.' and '-'";
  });
}

Check time() {
  return checkedBy([](const std::string &text) {
    return parseTime(text) ? std::string()
                           : "'" + text +
                                 "' is no time, such as 2026-11-26T15:20:00Z or "
                                 "2026-11-26, in UTC";
  });
}

} // namespace

void addProfileOptions(const Command &command, ProfileArguments &arguments) {
  const Section section(command, "Profiles");
  command
      .addOption("--label", arguments.labels,
                 "With --format=profile: what the recording is of, as service=NAME, release=NAME "
                 "and others (may be repeated)")
      .oneEach()
      .typeName("KEY=VALUE")
      .check(label());
  command
      .addOption("--recorded-at", arguments.recorded_at,
                 "With --format=profile: when it was recorded, in UTC (default: when the file was "
                 "last written)")
      .typeName("TIME")
      .check(time());
}

Expected<void> checkProfileOptions(bool shared, const std::string &output,
                                   const ProfileArguments &arguments) {
  if (!shared && !(arguments.labels.empty() && arguments.recorded_at.empty()))
    return failure({arguments.labels.empty() ? "--recorded-at" : "--label",
                    {},
                    "is about profiles, but none is to be written",
                    "give --format=profile, too"});
  std::map<std::string, std::string> known;
  for (const std::string &text : arguments.labels)
    if (const auto label = parseLabel(text); label && !known.insert(*label).second)
      return failure(
          {"--label", {}, fmt::format("gives '{}' twice", label->first), "give each label once"});
  if (shared && output == "-" && isatty(STDOUT_FILENO) != 0)
    return failure({"standard output", {}, "a profile is not for a terminal", "give -o FILE"});
  return {};
}

bool isProfile(const std::string &path) {
  return fleet::isProfile(beginningOf(path, fleet::kTellingBytes));
}

Expected<void> checkRecording(const std::string &path) {
  const std::string beginning = beginningOf(path, fleet::kTellingBytes);
  const bool profile = fleet::isProfile(beginning);
  if (!profile && !fleet::isParquet(beginning))
    return {};
  return failure({path,
                  {},
                  fmt::format("is {}, and reports are made of recordings",
                              profile ? "a profile" : "a Parquet file"),
                  "ask a profile in SQL, or report on its recording"});
}

Expected<void> writeProfile(const std::string &output, const std::string &path,
                            const MeasuredRecording &recording, Redaction &redaction) {
  const ProfileArguments &arguments = recording.arguments;
  const std::uint64_t time =
      arguments.recorded_at.empty() ? timeOf(path) : parseTime(arguments.recorded_at).value_or(0);
  const fleet::ProfileLabels labels = labelsOf(arguments.labels);
  const fleet::Table table = fleet::profileTable(
      {recording.profile, recording.report, recording.origins, labels, time}, redaction);
  FSFIND_TRY(const std::string bytes,
             fleet::encodeProfile(fleet::recordingsIn(table), FSFIND_VERSION));
  return writeOutput(output, [&](std::ostream &out) { out << bytes; });
}

} // namespace fsfind::cli
