#include "rules/model/Fingerprint.h"

#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"
#include "rules/model/TextParts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <xxhash.h>

namespace fsfind {

namespace {

constexpr char kBetween = '\n'; // occurs in no name

/// Removes the text between the brackets and keeps these: `[3]` becomes `[]`.
std::string without(std::string_view text, char open, char close) {
  std::string result;
  int depth = 0;
  for (const char character : text) {
    if (character == close && depth > 0)
      --depth;
    if (depth == 0)
      result += character;
    if (character == open)
      ++depth;
  }
  return result;
}

/// Without unnamed namespaces and template arguments: `(anonymous namespace)::Queue<int>` becomes
/// `Queue<>`.
std::string plain(std::string_view name) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  std::string text = without(name, '<', '>');
  for (std::size_t at = text.find(kUnnamed); at != std::string::npos; at = text.find(kUnnamed))
    text.erase(at, kUnnamed.size());
  return text;
}

/// The name of a member that the sources tell is joined to its record by `::`.
std::string ofSources(const Finding &finding, const std::string &name) {
  return finding.verdict == Verdict::Measured ? name : withColons(name);
}

/// The rule is about different variables or objects on one line.
bool isOfNeighbours(const Finding &finding) {
  return finding.rule == kRuleAdjacentGlobals || finding.rule == kRuleAdjacentObjects;
}

std::string objectOf(const Finding &finding) {
  const Object &object = finding.object;
  const bool of_type = object.name.empty() && !object.type.empty(); // every recording has it
  const std::string name =
      plain(of_type ? object.type : ofSources(finding, lastingName(displayName(object))));
  return name.empty() || object.function.empty() ? name : plain(object.function) + kBetween + name;
}

std::string subject(const Finding &finding) {
  if (isOfNeighbours(finding))
    return {};
  const std::string object = objectOf(finding);
  const bool of_object = finding.verdict == Verdict::Measured && !object.empty();
  return !of_object && finding.record && !finding.record->name.empty() ? plain(finding.record->name)
                                                                       : object;
}

std::string fileOf(const Finding &finding) {
  const bool of_record = finding.verdict != Verdict::Measured && finding.record;
  if (of_record && finding.record->declared.known())
    return baseName(finding.record->declared.file);
  const Place &declared = finding.object.declared;
  return baseName(declared.known() ? declared.file : finding.location.file);
}

/// False for a member of a confirmed finding that the source does not name: it may not be sampled
/// in the next recording.
bool counts(const FindingMember &member, Verdict verdict) {
  return verdict != Verdict::Confirmed || !member.read_by.empty() || !member.written_by.empty();
}

/// The path of the member; for an element, the name of its array, because the source writes `[]`
/// and recordings write the name.
std::string pathOf(const Finding &finding, const FindingMember &member) {
  const std::string path =
      (member.path.starts_with('[') ? ofSources(finding, finding.object.name) : "") + member.path;
  std::string name = without(plain(lastingName(path)), '[', ']');
  while (name.ends_with("[]"))
    name.resize(name.size() - 2);
  return name;
}

std::string key(const Finding &finding) {
  const FindingIdentity identity = identityOf(finding);
  std::string text = identity.rule + kBetween + identity.subject + kBetween + identity.file;
  const bool varies = finding.verdict == Verdict::Measured && !identity.subject.empty();
  if (!varies)
    for (const std::string &member : identity.members)
      text += kBetween + member;
  return text;
}

/// Positions of the findings, sorted by place; findings at one place keep their order.
std::vector<std::size_t> byPlace(const std::vector<Finding> &findings) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = [&](std::size_t at) {
    const Place &location = findings[at].location;
    return std::tie(location.file, location.line, location.column);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  return order;
}

} // namespace

FindingIdentity identityOf(const Finding &finding) {
  const bool neighbours = isOfNeighbours(finding);
  FindingIdentity identity{finding.rule, subject(finding), neighbours ? "" : fileOf(finding), {}};
  for (const FindingMember &member : finding.members) {
    const std::string path = pathOf(finding, member);
    if (counts(member, finding.verdict))
      identity.members.insert(neighbours ? path + " in " + baseName(member.declared.file) : path);
  }
  return identity;
}

std::vector<std::string> fingerprints(const std::vector<Finding> &findings) {
  std::vector<std::string> result(findings.size());
  std::map<std::string, std::size_t> seen;
  for (const std::size_t at : byPlace(findings)) {
    const std::string text = key(findings[at]);
    result[at] = fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
    if (const std::size_t occurrence = ++seen[text]; occurrence > 1)
      result[at] += fmt::format(":{}", occurrence);
  }
  return result;
}

} // namespace fsfind
