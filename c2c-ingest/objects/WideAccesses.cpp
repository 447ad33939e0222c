#include "c2c-ingest/objects/WideAccesses.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fsfind::objects {

namespace {

/// Most parts of one access: a vector register of 64 bytes covers as many bytes.
constexpr std::size_t kMostParts = 64;

std::uint64_t beginOf(const Target &target) {
  return target.object.address + target.member_offset;
}

std::uint64_t endOf(const Target &target) {
  return target.member_size != 0 ? beginOf(target) + target.member_size
                                 : target.object.address + target.object.size;
}

/// Padding of an author's record, or a record of which no member can be told.
bool hasNoMember(const Target &target) {
  return target.member.empty() && target.record;
}

/// Bit-fields that an access covers together already have one name, `dirty/busy`.
bool namesSeveral(const Target &target) {
  return target.member.find('/') != std::string::npos;
}

/// The paths with what they have in common written once: `m.low`, `m.high` -> `m.low/high`.
std::string joinedPaths(const std::vector<const Target *> &parts) {
  const std::string &first = parts.front()->member;
  std::size_t common = first.rfind('.') + 1; // 0 without a dot
  for (const Target *part : parts)
    while (common != 0 && part->member.compare(0, common, first, 0, common) != 0)
      common = common == 1 ? 0 : first.rfind('.', common - 2) + 1;
  std::string joined = first;
  for (std::size_t i = 1; i < parts.size(); ++i)
    joined += "/" + parts[i]->member.substr(common);
  return joined;
}

class Splitter {
public:
  Splitter(const Behind &behind, Profile &profile) : behind_(behind), profile_(profile) {}

  void run() {
    for (Line &line : profile_.lines)
      for (Access &access : line.accesses)
        if (!line.kernel)
          split(access, line.address + access.offset);
  }

private:
  void split(Access &access, std::uint64_t address) {
    const Target &first = profile_.target(access.target);
    const std::uint64_t stop = address + access.size;
    if (first.evidence == Evidence::None || endOf(first) >= stop || endOf(first) <= address)
      return;
    const auto [known, fresh] = wide_.try_emplace({access.target, access.size}, access.target);
    if (fresh)
      known->second = joined(access.target, behind_(access.target, stop));
    access.target = known->second;
  }

  /// A target for `first` and those behind it.
  TargetIndex joined(TargetIndex first, std::vector<Target> &&behind) {
    if (behind.empty())
      return first;
    Target whole = profile_.target(first);
    whole.parts.push_back(first);
    for (Target &part : behind)
      whole.parts.push_back(add(std::move(part)));
    std::vector<const Target *> parts;
    for (const TargetIndex part : whole.parts)
      parts.push_back(&profile_.target(part));
    if (!whole.member.empty()) {
      whole.member = joinedPaths(parts);
      whole.member_size = endOf(*parts.back()) - beginOf(whole);
    }
    return add(std::move(whole));
  }

  TargetIndex add(Target &&target) {
    profile_.targets.push_back(std::move(target));
    return TargetIndex(static_cast<std::uint32_t>(profile_.targets.size() - 1));
  }

  const Behind &behind_;
  Profile &profile_;
  std::map<std::pair<TargetIndex, std::uint32_t>, TargetIndex> wide_; ///< by target and size
};

} // namespace

std::vector<Target> targetsBehind(const Target &first, std::uint64_t stop,
                                  const std::function<Target(std::uint64_t address)> &at) {
  std::vector<Target> found;
  if (first.evidence == Evidence::None || namesSeveral(first) || hasNoMember(first))
    return found;
  std::uint64_t next = endOf(first);
  while (next < stop && found.size() < kMostParts) {
    Target target = at(next);
    const bool other_object = target.evidence == Evidence::None ||
                              target.object.name != first.object.name ||
                              target.object.type != first.object.type;
    if (other_object || beginOf(target) > next || endOf(target) <= next)
      break;
    if (hasNoMember(target)) {
      ++next;
      continue;
    }
    if (beginOf(target) < next)
      break;
    next = endOf(target);
    found.push_back(std::move(target));
  }
  return found;
}

void splitWideAccesses(const Behind &behind, Profile &profile) {
  Splitter(behind, profile).run();
}

} // namespace fsfind::objects
