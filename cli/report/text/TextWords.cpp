#include "cli/report/text/TextWords.h"

#include "rules/measured/usage/UsageTable.h"
#include "rules/model/DisplayName.h"
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <vector>

namespace fsfind::report {

namespace {

constexpr std::size_t kFamiliesNamed = 3;
constexpr std::size_t kMembersNamed = 4;

struct Samples {
  std::uint64_t contended = 0, all = 0;
  auto operator<=>(const Samples &) const = default; ///< by contended samples first
  Samples &operator+=(const Samples &other) {
    contended += other.contended;
    all += other.all;
    return *this;
  }
};

/// Samples on the members of one variable (all its elements), or of all objects of one type without
/// a variable.
struct Family {
  const Object *object = nullptr;
  std::map<std::string, Samples> members;

  [[nodiscard]] Samples samples() const {
    Samples sum;
    for (const auto &[member, samples] : members)
      sum += samples;
    return sum;
  }
};

template <class T, class Weight> void heaviestFirst(std::vector<T> &things, Weight weight) {
  std::stable_sort(things.begin(), things.end(),
                   [&](const T &a, const T &b) { return weight(a) > weight(b); });
}

/// Leaves out members that have next to no samples beside another's: of the start of the program,
/// or of what lay there before.
void dropRare(std::map<std::string, Family> &families) {
  Samples most;
  for (const auto &[label, family] : families)
    for (const auto &[member, samples] : family.members) {
      most.contended = std::max(most.contended, samples.contended);
      most.all = std::max(most.all, samples.all);
    }
  for (auto &[label, family] : families)
    std::erase_if(family.members, [&](const auto &member) {
      return rare(member.second.contended, most.contended) && rare(member.second.all, most.all);
    });
  std::erase_if(families, [](const auto &family) { return family.second.members.empty(); });
}

std::vector<Family> familiesOn(const Profile &profile, const Line &line) {
  std::map<std::string, Family> by_label;
  for (const Access &access : line.accesses) {
    const Target &target = profile.target(access.target);
    const std::string label = familyLabel(target.object);
    if (label.empty())
      continue;
    Family &family = by_label[label];
    family.object = &target.object;
    family.members[target.member] += {access.contended, access.count};
  }
  dropRare(by_label);
  std::vector<Family> families;
  for (auto &[label, family] : by_label)
    families.push_back(std::move(family));
  heaviestFirst(families, [](const Family &family) { return family.samples(); });
  return families;
}

std::string familyMembers(const Family &family) {
  std::vector<std::pair<std::string, Samples>> members;
  for (const auto &member : family.members)
    if (!member.first.empty())
      members.push_back(member);
  heaviestFirst(members, [](const auto &member) { return member.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(members.size(), kMembersNamed); ++i)
    text += (i == 0 ? "" : ", ") + members[i].first;
  if (members.size() > kMembersNamed)
    text += ", ...";
  return members.size() > 1 ? "{" + text + "}" : text;
}

} // namespace

Distance distanceWords(Vendor vendor) {
  switch (vendor) {
  case Vendor::Intel:
    return {"another core of the socket", "another socket"};
  case Vendor::Amd:
    return {"another core of the CCX", "another CCX, often of the same socket"};
  case Vendor::Arm:
    return {"another core or cluster of the socket", "another socket"};
  case Vendor::Power:
    return {"another core of the chip", "another chip"};
  case Vendor::Unknown:
    return {};
  }
  return {};
}

std::string_view sharingWord(const std::optional<Sharing> &sharing) {
  if (!sharing)
    return "unclear";
  switch (*sharing) {
  case Sharing::False:
    return "false";
  case Sharing::True:
    return "true";
  case Sharing::Mixed:
    return "mixed";
  case Sharing::FirstTouch:
    return "first touch";
  }
  return "unclear";
}

std::string_view confidenceWord(Confidence confidence) {
  switch (confidence) {
  case Confidence::High:
    return "high";
  case Confidence::Medium:
    return "medium";
  case Confidence::Low:
    return "low";
  }
  return "low";
}

std::string objectLabel(const Object &object) {
  const std::string base = displayName(object);
  return object.index && !base.empty() ? fmt::format("{}[{}]", base, *object.index)
                                       : familyLabel(object);
}

std::string familyLabel(const Object &object) {
  const std::string base = displayName(object);
  const bool element = object.index || object.of_array;
  return element && !base.empty() ? arrayOf(base) : base;
}

std::string memberLabel(const Object &object, const std::string &label, const std::string &member) {
  if (label.empty() || member.empty())
    return label.empty() ? member : label;
  return memberName(object, label, member);
}

LineNames::LineNames(const Report &report) {
  std::set<std::uint64_t> seen;
  for (const RankedLine &ranked : report.lines)
    if (!seen.insert(ranked.line->address).second)
      repeated_.insert(ranked.line->address);
}

std::string LineNames::of(const Line &line) const {
  return repeated_.contains(line.address) ? fmt::format("{:#x} pid {}", line.address, line.pid)
                                          : fmt::format("{:#x}", line.address);
}

std::string lineContents(const Profile &profile, const Line &line) {
  const std::vector<Family> families = familiesOn(profile, line);
  std::string text;
  for (std::size_t i = 0; i < std::min(families.size(), kFamiliesNamed); ++i) {
    const Object &object = *families[i].object;
    text +=
        (i == 0 ? "" : ", ") + memberLabel(object, familyLabel(object), familyMembers(families[i]));
  }
  if (families.size() > kFamiliesNamed)
    text += ", ...";
  if (!text.empty())
    return text;
  return line.mapping.empty() ? "unnamed" : "unnamed, in " + baseName(line.mapping);
}

std::string placeText(const Place &place) {
  return place.known() ? fmt::format("{}:{}", place.file, place.line) : std::string();
}

std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

std::string_view distanceWords(CpuDistance distance) {
  constexpr std::array<std::string_view, kCpuDistanceCount> kWords = {
      "on the same CPU",    "on the same core's other thread",
      "behind the same L3", "on the same socket",
      "on another socket",  "on CPUs of unknown place"};
  return kWords[static_cast<std::size_t>(distance)];
}

std::string nanosecondsText(double ns) {
  constexpr double kMicrosecond = 1e3, kMillisecond = 1e6, kSecond = 1e9;
  if (ns >= kSecond)
    return fmt::format("{:.1f} s", ns / kSecond);
  return ns >= kMillisecond ? fmt::format("{:.1f} ms", ns / kMillisecond)
                            : fmt::format("{:.1f} us", ns / kMicrosecond);
}

} // namespace fsfind::report
