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

/// A line with what is known of its use.
struct UsedLine {
  const Line &line;
  const LineUsage &usage;
  std::span<const Identity> identities; ///< of the cells in `usage`
  bool store_evidence = false;          ///< its stores alone prove contention
  bool store_evidence_only = false;
};

/// Gathers the lines of one finding, and makes the finding.
class FindingDraft {
public:
  FindingDraft(const Profile &profile, std::string_view rule) : profile_(profile), rule_(rule) {}

  /// Adds a line; `part_of[c]` tells whether its cell c belongs to the finding.
  void add(const UsedLine &used, const std::vector<bool> &part_of, Sharing sharing);

  [[nodiscard]] const Tally &tally() const { return tally_; }
  /// The finding, without a rank.
  [[nodiscard]] Finding finish() const;

private:
  struct Member {
    const Target *target = nullptr; ///< represents it: the lowest address
    bool of_elements = false;       ///< seen with several indices
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
  void addToMembers(const UsedLine &used, const Access &access, std::uint32_t first,
                    const std::vector<bool> &part_of);
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
  /// Names the neighbours and where they lie: "variables a and b".
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
  std::set<std::uint64_t> objects_;          ///< addresses
  bool apart_ = true;                        ///< no two objects can be parts of one object
  Certainty certainty_ = Certainty::Certain; ///< that of the least certain name
  bool verified_ = true; ///< all names come from files known to be the recorded ones
};

} // namespace fsfind
