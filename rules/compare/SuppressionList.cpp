#include "rules/compare/SuppressionList.h"

#include "rules/model/DisplayName.h"
#include "rules/model/FindingOrder.h"
#include "rules/model/NoLint.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace fsfind {

namespace {

constexpr std::size_t kFields = 3;

bool fitsPath(const std::string &glob, const Place &place) {
  return matchesGlob(glob, place.file) || matchesGlob("*/" + glob, place.file);
}

bool fitsAnyPath(const std::string &glob, const Finding &finding) {
  return fitsPath(glob, finding.location) || fitsPath(glob, finding.object.declared) ||
         (finding.record && fitsPath(glob, finding.record->declared)) ||
         std::any_of(finding.members.begin(), finding.members.end(),
                     [&](const FindingMember &member) { return fitsPath(glob, member.declared); });
}

std::vector<std::string> namesOf(const Finding &finding) {
  const std::string record = finding.record ? finding.record->name : finding.object.type;
  const std::string &variable = finding.object.name;
  std::vector<std::string> names = {record, variable, withColons(variable)};
  for (const FindingMember &member : finding.members) {
    names.push_back(member.path);
    for (const char *between : {".", "::"})
      names.push_back(record + between + member.path);
    names.push_back(variable + (member.path.starts_with('[') ? "" : ".") + member.path);
  }
  return names;
}

bool fitsAnyName(const std::string &glob, const Finding &finding) {
  const std::vector<std::string> names = namesOf(finding);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return matchesGlob(glob, name); });
}

std::vector<std::string> wordsOf(const std::string &line) {
  std::istringstream text(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; text >> word;)
    words.push_back(word);
  return words;
}

} // namespace

Expected<std::vector<Suppression>> parseSuppressions(std::string_view text,
                                                     const std::string &where) {
  std::vector<Suppression> list;
  std::istringstream lines{std::string(text)};
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::vector<std::string> words = wordsOf(line);
    if (words.empty())
      continue;
    if (words.size() != kFields)
      return failure({fmt::format("{}:{}", where, number),
                      {},
                      fmt::format("has {} words, not three", words.size()),
                      "write globs of rule, path and name: * src/queue.h Queue.head # why"});
    list.push_back(
        {words[0], words[1], words[2], number, words[0] + ' ' + words[1] + ' ' + words[2]});
  }
  return list;
}

bool fits(const Suppression &suppression, const Finding &finding) {
  return matchesGlob(suppression.rule, finding.rule) && fitsAnyPath(suppression.path, finding) &&
         fitsAnyName(suppression.name, finding);
}

WantedFindings withoutSuppressed(std::vector<Finding> findings,
                                 const std::vector<Suppression> &list) {
  WantedFindings result;
  std::vector<bool> used(list.size());
  for (Finding &finding : findings) {
    bool wanted = true;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (fits(list[i], finding)) {
        used[i] = true;
        wanted = false;
      }
    if (wanted)
      result.findings.push_back(std::move(finding));
  }
  result.suppressed = findings.size() - result.findings.size();
  rankInOrder(result.findings);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!used[i])
      result.unused.push_back(list[i]);
  return result;
}

} // namespace fsfind
