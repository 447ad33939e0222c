#include "rules/compare/ContendedData.h"

#include "rules/compare/SharedData.h"
#include "rules/model/DisplayName.h"

#include <algorithm>
#include <iterator>
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

/// An object, and the path in it to what a member is a member of: all but the last name.
using Enclosing = std::tuple<std::string, std::string, std::string>;

Enclosing enclosing(const Target &target, const ContendedDatum &datum) {
  const std::size_t dot = datum.member.rfind('.');
  return {datum.object, target.object.type,
          dot == std::string::npos ? std::string() : datum.member.substr(0, dot)};
}

/// The records that declare members at the same place. These are several where a record has bases,
/// whose members have no longer paths than its own.
std::map<Enclosing, std::set<std::string>> recordsAt(const Profile &profile) {
  std::map<Enclosing, std::set<std::string>> records;
  for (const Target &target : profile.targets) {
    const ContendedDatum datum = datumOf(target);
    if (datum.member.empty() || datum.record.empty())
      continue;
    std::set<std::string> &at = records[enclosing(target, datum)];
    at.insert(datum.record);
    if (datum.member.find('.') == std::string::npos && !target.object.type.empty())
      at.insert(plainType(target.object.type));
  }
  return records;
}

/// Whether the finding's record and the datum's are known to differ.
bool otherRecord(const Finding &finding, const ContendedDatum &datum) {
  if (!finding.record || datum.record.empty())
    return false;
  const std::string record = plainType(finding.record->name);
  return record != datum.record &&
         !std::binary_search(datum.beside.begin(), datum.beside.end(), record);
}

/// Whether the member or variable `name` is the datum, or holds it.
bool isOn(const std::string &name, const Finding &finding, const ContendedDatum &datum) {
  if (!datum.member.empty() && ownName(datum.member) == name)
    return !otherRecord(finding, datum);
  return namesOn(datum.member).contains(name) || ownName(datum.object) == name;
}

} // namespace

std::vector<ContendedDatum> sampledData(const Profile &profile) {
  const std::map<Enclosing, std::set<std::string>> records = recordsAt(profile);
  std::map<std::tuple<std::string, std::string, std::string, std::vector<std::string>>,
           ContendedDatum>
      named;
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses) {
      const Target &target = profile.target(access.target);
      ContendedDatum datum = datumOf(target);
      if (const auto at = records.find(enclosing(target, datum)); at != records.end())
        std::copy_if(at->second.begin(), at->second.end(), std::back_inserter(datum.beside),
                     [&](const std::string &record) { return record != datum.record; });
      ContendedDatum &sum =
          named.try_emplace({datum.object, datum.member, datum.record, datum.beside}, datum)
              .first->second;
      sum.loads += access.contended;
      sum.cost += access.cost;
    }
  std::vector<ContendedDatum> data;
  data.reserve(named.size());
  for (auto &[names, datum] : named)
    data.push_back(std::move(datum));
  std::stable_sort(data.begin(), data.end(), [](const ContendedDatum &a, const ContendedDatum &b) {
    return std::tie(a.loads, a.cost) > std::tie(b.loads, b.cost);
  });
  return data;
}

std::vector<ContendedDatum> contendedData(const Profile &profile) {
  std::vector<ContendedDatum> data = sampledData(profile);
  std::erase_if(data, [](const ContendedDatum &datum) { return datum.loads == 0; });
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
