#include "rules/compare/SharedData.h"

#include "rules/model/DisplayName.h"
#include "rules/model/RuleIds.h"

namespace fsfind {

namespace {

struct Datum {
  std::string object, member; ///< no member: the whole object
  [[nodiscard]] std::string text() const { return object + '\n' + member; }
};

/// Of neighbours, the paths begin with the object: `stats.count`, `Buffer.head`, or `ns::total`
/// where the variable is the datum.
Datum ofNeighbour(const FindingMember &member) {
  const std::string plain = withoutIndices(lastingName(member.path));
  if (!member.type.empty())
    return {plain, ""};
  const std::size_t dot = plain.find('.'), colons = plain.rfind("::");
  if (dot != std::string::npos)
    return {plain.substr(0, dot), ownName(plain)};
  return colons == std::string::npos ? Datum{plain, ""}
                                     : Datum{plain.substr(0, colons), ownName(plain)};
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

std::set<std::string> sharedData(const Finding &finding) {
  std::set<std::string> data;
  const bool of_record = finding.verdict == Verdict::Latent && finding.record;
  const std::string object =
      of_record ? finding.record->name : withoutIndices(lastingName(displayName(finding.object)));
  const bool neighbours =
      finding.rule == kRuleAdjacentGlobals || finding.rule == kRuleAdjacentObjects;
  if (object.empty() && !neighbours)
    return data;
  for (const FindingMember &member : finding.members) {
    const bool whole = withoutIndices(lastingName(member.path)) == object;
    const Datum datum =
        neighbours ? ofNeighbour(member) : Datum{object, whole ? "" : ownName(member.path)};
    data.insert(datum.text());
  }
  return data;
}

} // namespace fsfind
