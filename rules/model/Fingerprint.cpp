#include "rules/model/Fingerprint.h"

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

constexpr char kBetween = '\n'; // in no name

/// The text without what stands between the brackets, which stay: `[3]` as `[]`.
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

std::string templateOf(std::string_view name) {
  return without(name, '<', '>');
}

std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

/// What the finding is about; where nothing has a name, the file.
std::string subject(const Finding &finding) {
  if (finding.record && !finding.record->name.empty())
    return templateOf(finding.record->name);
  const Object &object = finding.object;
  if (!object.name.empty())
    return object.function + kBetween + object.name;
  if (!object.type.empty())
    return object.function + kBetween + templateOf(object.type);
  return baseName(finding.location.file);
}

std::string key(const Finding &finding) {
  const FindingIdentity identity = identityOf(finding);
  std::string text = identity.rule + kBetween + identity.subject;
  for (const std::string &member : identity.members)
    text += kBetween + member;
  return text;
}

/// Positions of the findings by place; those of one place by rank.
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
  FindingIdentity identity{finding.rule, subject(finding), {}};
  for (const FindingMember &member : finding.members)
    identity.members.insert(without(member.path, '[', ']'));
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
