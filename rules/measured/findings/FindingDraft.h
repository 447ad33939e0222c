#pragma once

#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/LineUsage.h"
#include "rules/measured/usage/Tally.h"
#include "rules/model/Finding.h"
#include "rules/model/RuleIds.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace fsfind {

/// A line with all that was worked out about it.
struct UsedLine {
  const Line &line;
  const LineUsage &usage;
  std::span<const Identity> identities; ///< of the cells
  bool store_evidence = false;          ///< its stores alone show contention
  bool store_evidence_only = false;
};

/// One finding in the making: gathers the lines it is seen on.
class FindingDraft {
public:
  FindingDraft(const Profile &profile, std::string_view rule) : profile_(profile), rule_(rule) {}

  /// `part_of[c]` tells whether cell c takes part.
  void add(const UsedLine &used, const std::vector<bool> &part_of, Sharing sharing);

  [[nodiscard]] const Tally &tally() const { return tally_; }
  /// Without a rank.
  [[nodiscard]] Finding finish() const;

private:
  struct Member {
    const Target *target = nullptr; ///< one of those that stand for it
    bool of_elements = false;       ///< others are named by other indices
    std::set<std::uint32_t> readers, writers;
    std::uint64_t contended = 0, loads = 0, stores = 0;
  };

  [[nodiscard]] bool ofNeighbours() const {
    return rule_ == kRuleAdjacentGlobals || rule_ == kRuleAdjacentObjects;
  }
  static void standFor(Member &member, const Target &target);
  [[nodiscard]] bool objectsApart(const UsedLine &used, const std::vector<bool> &part_of) const;
  void addThreads(const UsedLine &used, const std::vector<bool> &part_of);
  void addSamples(const UsedLine &used, const std::vector<bool> &part_of);
  [[nodiscard]] std::vector<const Member *> members() const;
  [[nodiscard]] std::vector<const Member *> membersByHitm() const;
  [[nodiscard]] FindingMember memberOf(const Member &member) const;
  [[nodiscard]] std::string pathOf(const Member &member) const;
  [[nodiscard]] bool isAllocatorInduced(const Target &hottest) const;
  [[nodiscard]] std::optional<RecordInfo> record() const;
  [[nodiscard]] Object object(const Target &hottest) const;
  [[nodiscard]] Place location(const Target &hottest) const;
  [[nodiscard]] std::vector<RelatedPlace> related(const Place &location) const;
  [[nodiscard]] Confidence confidence() const;
  [[nodiscard]] std::string message(const std::vector<const Member *> &members) const;
  /// What the finding's neighbours have in common.
  [[nodiscard]] std::string neighbours(const std::string &names) const;
  [[nodiscard]] std::string subject(const std::vector<const Member *> &members) const;

  const Profile &profile_;
  std::string_view rule_;
  std::optional<Sharing> sharing_;
  std::map<std::uint32_t, Member> members_; ///< by Identity::member
  SiteUses sites_;
  std::vector<std::uint64_t> lines_;
  Tally tally_;
  bool writers_assumed_ = true;
  std::set<std::uint64_t> objects_;          ///< first bytes
  bool apart_ = true;                        ///< no two objects can be parts of one
  Certainty certainty_ = Certainty::Certain; ///< the least of all names
  bool verified_ = true; ///< every name is of a file known to be the recorded one
};

} // namespace fsfind
