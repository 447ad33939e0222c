#include "cli/check/Selection.h"

#include "cli/check/Files.h"
#include "cli/terminal/Nearest.h"
#include "rules/model/FindingOrder.h"
#include "rules/source/Catalogue.h"

#include <algorithm>
#include <map>

namespace fsfind::check {

bool isWanted(const Finding &finding, const Selection &selection) {
  const std::string &file = finding.location.file;
  if (isExcluded(file, selection.excludes))
    return false;
  if (selection.paths.empty())
    return true;
  const std::string whole = absolutePath(file);
  return std::any_of(selection.paths.begin(), selection.paths.end(),
                     [&](const std::string &path) { return isBelow(whole, path); });
}

bool isExcluded(const std::string &path, const std::vector<std::string> &patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string &pattern) {
    return matchesGlob(pattern, path) || matchesGlob("*/" + pattern, path) ||
           matchesGlob("*/" + pattern + "/*", path) || isBelow(path, pattern);
  });
}

SelectedFindings select(std::vector<Finding> findings, const Selection &selection,
                        Suppressions &suppressions) {
  SelectedFindings selected;
  for (Finding &finding : findings) {
    if (finding.verdict != Verdict::Latent)
      selected.findings.push_back(std::move(finding));
    else if (!isWanted(finding, selection))
      ++selected.elsewhere;
    else if (suppressions.silences(finding))
      ++selected.suppressed;
    else
      selected.findings.push_back(std::move(finding));
  }
  rankInOrder(selected.findings);
  return selected;
}

void shortenPaths(Finding &finding, const std::string &base) {
  const auto shorten = [&](std::string &file) { file = shownPath(file, base); };
  finding.message = shownText(finding.message, base);
  shorten(finding.location.file);
  shorten(finding.object.declared.file);
  shorten(finding.object.allocated.place.file);
  if (finding.record)
    shorten(finding.record->declared.file);
  for (RelatedPlace &related : finding.related)
    shorten(related.place.file);
  for (FindingMember &member : finding.members)
    shorten(member.declared.file);
  for (FindingSide &side : finding.sides) {
    side.message = shownText(side.message, base);
    shorten(side.location.file);
  }
  for (Advice &advice : finding.advice)
    for (Edit &edit : advice.edits)
      shorten(edit.file);
}

void shortenPaths(std::vector<Site> &sites, const std::string &base) {
  std::map<std::string, std::string> known;
  for (Site &site : sites)
    for (Frame &frame : site.frames)
      if (std::string &file = frame.place.file; !file.empty()) {
        const auto [shown, fresh] = known.try_emplace(file);
        if (fresh)
          shown->second = shownPath(file, base);
        file = shown->second;
      }
}

namespace {

/// The rule that a glob which matches none was probably meant to name.
std::string meantRule(const std::string &glob) {
  constexpr std::string_view kPrefix = "fsfind-"; // often left out
  std::vector<std::string> ids;
  for (const RuleInfo &rule : catalogue())
    ids.emplace_back(rule.id);
  return cli::suggestion((glob.starts_with(kPrefix) ? "" : std::string(kPrefix)) + glob, ids,
                         "see `fsfind explain` for the rules");
}

} // namespace

Expected<std::vector<std::string>> chosenRules(const std::vector<std::string> &list) {
  std::vector<std::string> chosen;
  const bool all = list.empty() || list.front().starts_with('-');
  for (const RuleInfo &rule : catalogue()) {
    bool wanted = all;
    for (const std::string &glob : list)
      if (matchesGlob(glob.starts_with('-') ? glob.substr(1) : glob, rule.id))
        wanted = !glob.starts_with('-');
    if (wanted)
      chosen.emplace_back(rule.id);
  }
  for (const std::string &glob : list) {
    const std::string name = glob.starts_with('-') ? glob.substr(1) : glob;
    if (std::none_of(catalogue().begin(), catalogue().end(),
                     [&](const RuleInfo &rule) { return matchesGlob(name, rule.id); }))
      return failure({"--rules", {}, glob + " is no rule's name", meantRule(name)});
  }
  if (chosen.empty())
    return failure({"--rules", {}, "no rule is left", "name at least one"});
  return chosen;
}

} // namespace fsfind::check
