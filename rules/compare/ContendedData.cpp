#include "rules/compare/ContendedData.h"

#include "rules/compare/SharedData.h"
#include "rules/model/DisplayName.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

/// Without template arguments and namespaces: `Cell` of `ns::Cell<int>`.
std::string plainType(const std::string &type) {
  return ownName(type.substr(0, type.find('<')));
}

/// The names on a path: `level`, `now` and `lanes` of `level.now.lanes[2]`.
std::set<std::string> namesOn(const std::string &path) {
  std::set<std::string> names;
  std::string name;
  for (const char c : path + '.')
    if (c == '.' || c == ':')
      names.insert(std::exchange(name, {}));
    else
      name += c;
  names.erase("");
  return names;
}

ContendedDatum datumOf(const Target &target) {
  ContendedDatum datum;
  datum.object = withoutIndices(displayName(target.object));
  datum.member = withoutIndices(target.member);
  if (datum.member.starts_with('.')) // of an element: `[3].hits`
    datum.member.erase(0, 1);
  datum.record = plainType(target.record ? target.record->name : target.object.type);
  return datum;
}

/// Whether the finding's record and the datum's are known to differ.
bool otherRecord(const Finding &finding, const ContendedDatum &datum) {
  return finding.record && !datum.record.empty() && plainType(finding.record->name) != datum.record;
}

/// Whether the member or variable `name` is the datum, or holds it.
bool isOn(const std::string &name, const Finding &finding, const ContendedDatum &datum) {
  if (!datum.member.empty() && ownName(datum.member) == name)
    return !otherRecord(finding, datum);
  return namesOn(datum.member).contains(name) || ownName(datum.object) == name;
}

} // namespace

std::vector<ContendedDatum> contendedData(const Profile &profile) {
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> loads;
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses) {
      if (access.contended == 0)
        continue;
      const ContendedDatum datum = datumOf(profile.target(access.target));
      loads[{datum.object, datum.member, datum.record}] += access.contended;
    }
  std::vector<ContendedDatum> data;
  data.reserve(loads.size());
  for (const auto &[names, count] : loads)
    data.push_back({std::get<0>(names), std::get<1>(names), std::get<2>(names), count});
  std::stable_sort(data.begin(), data.end(), [](const ContendedDatum &a, const ContendedDatum &b) {
    return a.loads > b.loads;
  });
  return data;
}

bool isAbout(const Finding &finding, const ContendedDatum &datum) {
  if (finding.members.empty()) {
    const std::string object = ownName(displayName(finding.object));
    return !object.empty() && object == ownName(datum.object);
  }
  return std::any_of(
      finding.members.begin(), finding.members.end(),
      [&](const FindingMember &member) { return isOn(ownName(member.path), finding, datum); });
}

bool hasName(const ContendedDatum &datum) {
  const bool object = !datum.object.empty() && !namesOnlyAllocation(datum.object);
  return object || !datum.member.empty() || !datum.record.empty();
}

std::string nameOf(const ContendedDatum &datum) {
  if (datum.object.empty() && datum.member.empty())
    return "unknown";
  if (datum.object.empty() || datum.member.empty())
    return datum.object + datum.member;
  return datum.object + "." + datum.member;
}

} // namespace fsfind
