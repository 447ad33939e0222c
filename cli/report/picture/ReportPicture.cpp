#include "cli/report/picture/ReportPicture.h"

#include "cli/report/picture/FindingLines.h"
#include "cli/report/picture/LayoutFigure.h"
#include "cli/report/picture/MemoryFigure.h"
#include "cli/report/picture/StripFigure.h"
#include "cli/report/picture/TileFigure.h"
#include "cli/report/picture/TimelineFigure.h"
#include "cli/report/picture/TransferFigure.h"
#include "cli/report/text/FindingWords.h"
#include "cli/terminal/Text.h"
#include "rules/model/Fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace fsfind::report {

namespace {

/// What a picture is drawn of.
struct Subject {
  const Profile &profile;
  const Report &report;
  const Finding *finding = nullptr; ///< null: the whole report
  std::vector<RankedLine> lines;    ///< by rank: of the finding, or all
};

std::optional<Figure> strip(const Subject &subject) {
  if (subject.lines.empty() || subject.lines.front().line->accesses.empty())
    return std::nullopt;
  return stripFigure(subject.profile, ThreadNames(subject.profile), *subject.lines.front().line,
                     HeatRows::Threads);
}

std::optional<Figure> timeline(const Subject &subject) {
  if (subject.lines.empty())
    return std::nullopt;
  return timelineFigure(subject.profile, ThreadNames(subject.profile), *subject.lines.front().line);
}

std::optional<Figure> layout(const Subject &subject) {
  if (subject.finding)
    for (const Advice &advice : subject.finding->advice)
      if (auto figure = layoutFigure(*subject.finding, advice, subject.profile.source.line_size))
        return figure;
  return std::nullopt;
}

std::optional<Figure> topology(const Subject &subject) {
  return transferFigure(subject.profile, transfersOn(subject.lines), MachinePart::Cpu);
}

std::optional<Figure> map(const Subject &subject) {
  for (const MapValue value : kMapValues)
    if (auto figure = mapFigure(subject.profile, subject.lines, value))
      return figure;
  return std::nullopt;
}

std::optional<Figure> flame(const Subject &subject) {
  return flameFigure(subject.profile, subject.lines);
}

std::optional<Figure> memory(const Subject &subject) {
  return memoryFigure(subject.report);
}

struct Picture {
  std::string_view word;
  bool of_finding; ///< it is always of one finding
  std::optional<Figure> (*draw)(const Subject &);
  std::string_view missing; ///< why there may be nothing to draw
};

constexpr Picture kPictures[] = {
    {"strip", true, strip, "has no cacheline with samples"},
    {"timeline", true, timeline, "has no cacheline with samples that have times"},
    {"layout", true, layout, "has no advice that changes a layout"},
    {"map", false, map, "has no contended cachelines with samples"},
    {"topology", false, topology, "has no contended samples of known CPUs"},
    {"flame", false, flame, "has no contended loads"},
    {"memory", false, memory, "tells no memory's node"},
};

const Picture *pictureOf(std::string_view word) {
  const auto *found = std::find_if(std::begin(kPictures), std::end(kPictures),
                                   [&](const Picture &one) { return one.word == word; });
  return found == std::end(kPictures) ? nullptr : found;
}

/// Where the finding is in the report.
Expected<std::size_t> chosenFinding(const Report &report, const std::string &name) {
  const std::vector<std::string> prints = fingerprints(report.findings);
  for (std::size_t i = 0; i < report.findings.size(); ++i)
    if (name.empty() || std::to_string(report.findings[i].rank) == name || prints[i] == name)
      return i;
  if (report.findings.empty())
    return failure({"--format=svg",
                    {},
                    "the report has no finding to draw",
                    "--show-all shows also those with too little contention to matter"});
  return failure({"--finding " + name,
                  {},
                  fmt::format("is none of the {} of the report",
                              cli::counted(report.findings.size(), "finding")),
                  "fsfind report lists them by number"});
}

std::string describedBy(const Subject &subject) {
  std::string text = fmt::format("From {}.", subject.profile.source.path);
  if (subject.finding)
    text = fmt::format("{}. {}: {}. {}", subject.finding->rank, dataText(*subject.finding),
                       subject.finding->message, text);
  return text;
}

SvgFile fileOf(const Subject &subject, Figure figure, std::string id) {
  SvgFile file = {std::move(figure), std::move(id), {}, {}};
  if (subject.profile.source.simulated)
    file.footer.emplace_back("SIMULATED: caches were modelled, no hardware counted these samples.");
  if (!file.figure.legend.empty())
    file.footer.push_back(file.figure.legend);
  file.description = cli::joined(file.footer, " ");
  file.description += (file.description.empty() ? "" : " ") + describedBy(subject);
  return file;
}

} // namespace

const std::vector<std::string> &pictureWords() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const Picture &picture : kPictures)
      all.emplace_back(picture.word);
    return all;
  }();
  return words;
}

Expected<SvgFile> reportPicture(const Profile &profile, const Report &report,
                                const PictureChoice &choice) {
  const Picture *picture = pictureOf(choice.picture);
  if (!picture)
    return failure({"--picture " + choice.picture,
                    {},
                    "is no picture",
                    "there are " + cli::joined(pictureWords())});
  Subject subject = {profile, report, nullptr, report.lines};
  std::string id = fmt::format("fsfind-{}", picture->word);
  if (picture->of_finding || !choice.finding.empty()) {
    FSFIND_TRY(const std::size_t at, chosenFinding(report, choice.finding));
    subject.finding = &report.findings[at];
    subject.lines = FindingLines(report).of(*subject.finding);
    id += "-" + fingerprints(report.findings)[at];
    std::replace(id.begin(), id.end(), ':', '-');
  }
  std::optional<Figure> figure = picture->draw(subject);
  if (!figure)
    return failure({"--picture " + choice.picture,
                    {},
                    fmt::format("{} {}",
                                subject.finding ? fmt::format("finding {}", subject.finding->rank)
                                                : std::string("the report"),
                                picture->missing),
                    "choose another picture, or with --finding another finding"});
  return fileOf(subject, std::move(*figure), std::move(id));
}

} // namespace fsfind::report
