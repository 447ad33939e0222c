#include "rules/join/EndsMeasured.h"

#include "rules/join/Agreement.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/SameWriters.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace fsfind {

namespace {

using Threads = std::set<std::string>;

bool haveSameWriters(const FindingMember &a, const FindingMember &b) {
  return areAlike(Threads(a.writers.begin(), a.writers.end()),
                  Threads(b.writers.begin(), b.writers.end()));
}

Threads usersOf(const FindingMember &member) {
  Threads users(member.readers.begin(), member.readers.end());
  users.insert(member.writers.begin(), member.writers.end());
  return users;
}

/// Whether several threads use the member's own bytes, and one of them writes.
bool isShared(const FindingMember &member) {
  return !member.writers.empty() && usersOf(member).size() > 1;
}

/// Whether a thread that uses `victim` loses the line to another one that writes `other`, and it
/// would not if the two members were apart.
bool disturbs(const FindingMember &other, const FindingMember &victim) {
  if (&other == &victim || other.writers.empty() || haveSameWriters(other, victim))
    return false;
  const Threads users = usersOf(victim);
  return users.size() > 1 ||
         std::any_of(other.writers.begin(), other.writers.end(),
                     [&](const std::string &writer) { return !users.contains(writer); });
}

/// What of a measured finding's contention a latent one is about.
class Coverage {
public:
  Coverage(const Finding &measured, const Finding &latent, const FileMatch &files)
      : measured_(measured), covered_(measured.members.size()) {
    const MemberMatch match =
        matchMembers(memberNames(measured, files), memberNames(latent, files));
    for (const auto &positions : match.measured_of)
      for (const std::size_t at : positions)
        covered_[at] = true;
  }

  /// Of members that others take the line from, and these others.
  [[nodiscard]] Ends ofRivals() const {
    return judge([](const FindingMember &, const auto &others) { return !others.empty(); },
                 [this](std::size_t victim, const auto &others) {
                   return covered_[victim] &&
                          std::all_of(others.begin(), others.end(),
                                      [&](std::size_t other) { return covered_[other]; });
                 });
  }

  /// By fewer writes, or an instance for each thread, of the members that the source names.
  [[nodiscard]] Ends byFewerWrites() const {
    return judge([](const FindingMember &, const auto &) { return true; },
                 [this](std::size_t victim, const auto &others) {
                   return covered_[victim] ||
                          (!others.empty() && !isShared(measured_.members[victim]) &&
                           std::all_of(others.begin(), others.end(),
                                       [&](std::size_t other) { return covered_[other]; }));
                 });
  }

private:
  /// Which part of the contended loads ends, of those on members that `counts` accepts.
  template <class Counts, class IsEnded>
  [[nodiscard]] Ends judge(const Counts &counts, const IsEnded &is_ended) const {
    std::uint64_t all = 0, ended = 0;
    for (std::size_t victim = 0; victim < measured_.members.size(); ++victim) {
      const FindingMember &member = measured_.members[victim];
      const std::vector<std::size_t> others = disturbersOf(member);
      if (!counts(member, others))
        continue;
      all += member.hitm;
      ended += is_ended(victim, others) ? member.hitm : 0;
    }
    if (all == 0)
      return Ends::Unknown;
    return static_cast<double>(ended) >= kLeastEnded * static_cast<double>(all) ? Ends::Yes
                                                                                : Ends::No;
  }

  [[nodiscard]] std::vector<std::size_t> disturbersOf(const FindingMember &victim) const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < measured_.members.size(); ++i)
      if (disturbs(measured_.members[i], victim))
        all.push_back(i);
    return all;
  }

  const Finding &measured_;
  std::vector<bool> covered_; ///< by position of the measured member: the latent finding has it
};

bool isOfObjects(const Finding &measured) {
  return measured.rule == kRuleAdjacentObjects || measured.allocator_induced;
}

/// Objects of one type on a stack that no array holds are variables.
bool isOfLocals(const Finding &measured) {
  return measured.rule == kRulePerThreadSlots && measured.object.kind == ObjectKind::Stack &&
         !measured.object.of_array;
}

/// Of arrays that are neighbours, what a source says of elements may be of the pointers to them.
Ends byAligningElements(const Finding &measured) {
  if (measured.sharing == Sharing::True || measured.of_arrays)
    return Ends::No;
  if (measured.rule == kRulePerThreadSlots || isOfObjects(measured))
    return Ends::Yes;
  return hasNamedMembers(measured) ? Ends::No : Ends::Unknown;
}

/// An aligned block parts objects, and elements that are whole lines. For members it only completes
/// their alignment.
Ends byAligningBlocks(const Finding &measured, std::uint32_t line_size) {
  if (measured.sharing == Sharing::True)
    return Ends::No;
  if (isOfObjects(measured))
    return Ends::Yes;
  const std::uint64_t size = measured.object.size;
  if (measured.rule != kRulePerThreadSlots || size == 0)
    return Ends::Unknown;
  return size % std::max(line_size, 1U) == 0 ? Ends::Yes : Ends::No;
}

} // namespace

Ends ends(const Advice &advice, const Finding &measured, const Finding &latent,
          std::uint32_t line_size, const FileMatch &files) {
  switch (advice.remedy) {
  case Remedy::AccumulateLocally:
  case Remedy::TestBeforeWrite:
  case Remedy::KeepCopy:
  case Remedy::Batch:
  case Remedy::PerThread:
  case Remedy::ShardPerCpu:
  case Remedy::SplitLock:
    return hasNamedMembers(measured) ? Coverage(measured, latent, files).byFewerWrites()
                                     : Ends::Unknown;
  case Remedy::Reorder:
  case Remedy::Split:
  case Remedy::AlignMembers:
    if (isOfLocals(measured) && latent.rule == kRuleAdjacentGlobals)
      return measured.sharing == Sharing::True ? Ends::No : Ends::Yes;
    return measured.sharing == Sharing::True || measured.rule == kRulePerThreadSlots ||
                   hasNamedMembers(measured)
               ? Ends::No
               : Ends::Unknown;
  case Remedy::AlignType:
    return byAligningElements(measured);
  case Remedy::AlignAllocation:
    return byAligningBlocks(measured, line_size);
  case Remedy::TouchInParallel:
  case Remedy::Interleave:
    return measured.sharing == Sharing::FirstTouch ? Ends::Yes : Ends::No;
  case Remedy::RemovePadding:
    return Ends::No;
  case Remedy::LeaveAlone: // of weak evidence, which no longer is weak
    return latent.confidence == Confidence::Low ? Ends::No : Ends::Unknown;
  default:
    return Ends::Unknown;
  }
}

bool isAboutMost(const Finding &measured, const Finding &latent, const FileMatch &files) {
  return !hasNamedMembers(measured) || Coverage(measured, latent, files).ofRivals() != Ends::No;
}

} // namespace fsfind
