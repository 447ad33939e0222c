#include "rules/compare/SharedData.h"

#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"

#include <algorithm>

namespace fsfind {

namespace {

/// As names are joined: `::` and `.` alike, since a variable's scope and a type are written alike.
std::string joined(std::string object, const std::string &member) {
  if (!member.empty())
    object += "." + member;
  for (std::size_t at = object.find("::"); at != std::string::npos; at = object.find("::", at))
    object.replace(at, 2, ".");
  return object;
}

/// Of neighbours, the paths begin with the object: `stats.count`, `Buffer.head`.
std::string ofNeighbour(const std::string &path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? joined(path, "") : joined(path.substr(0, dot), ownName(path));
}

std::string objectOf(const Finding &finding) {
  return finding.verdict == Verdict::Latent && finding.record
             ? finding.record->name
             : withoutIndices(lastingName(displayName(finding.object)));
}

std::string pathOf(const FindingMember &member) {
  return withoutIndices(lastingName(member.path));
}

bool isOfNeighbours(const Finding &finding) {
  return finding.rule == kRuleAdjacentGlobals || finding.rule == kRuleAdjacentObjects;
}

} // namespace

std::string withoutIndices(const std::string &path) {
  std::string result;
  int depth = 0;
  for (const char c : path) {
    depth += c == '[' ? 1 : 0;
    if (depth == 0)
      result += c;
    depth -= c == ']' && depth > 0 ? 1 : 0;
  }
  return result;
}

std::string ownName(const std::string &path) {
  const std::string plain = withoutIndices(path);
  const std::size_t cut = plain.find_last_of(".:");
  return cut == std::string::npos ? plain : plain.substr(cut + 1);
}

bool isWholeObject(const Finding &finding, const FindingMember &member) {
  const std::string object = objectOf(finding);
  return !object.empty() && pathOf(member) == object;
}

bool namesObjects(const Finding &finding) {
  const auto isOf = [](const std::string &path, const std::string &object) {
    return !object.empty() && (path == object || path.starts_with(object + "."));
  };
  const std::string object = objectOf(finding), variable = withoutIndices(finding.object.name);
  return isOfNeighbours(finding) || std::any_of(finding.members.begin(), finding.members.end(),
                                                [&](const FindingMember &member) {
                                                  const std::string path = pathOf(member);
                                                  return isOf(path, object) || isOf(path, variable);
                                                });
}

std::vector<std::string> dataOf(const Finding &finding) {
  const std::string object = objectOf(finding);
  const bool with_objects = namesObjects(finding);
  std::vector<std::string> data;
  for (const FindingMember &member : finding.members)
    data.push_back(with_objects     ? ofNeighbour(pathOf(member))
                   : object.empty() ? ""
                                    : joined(object, ownName(member.path)));
  return data;
}

std::set<std::string> sharedData(const Finding &finding) {
  const std::vector<std::string> data = dataOf(finding);
  std::set<std::string> named(data.begin(), data.end());
  named.erase("");
  return named;
}

} // namespace fsfind
