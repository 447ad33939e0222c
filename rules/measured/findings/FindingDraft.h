#pragma once

#include "rules/measured/findings/BlockUse.h"
#include "rules/measured/findings/HotPair.h"
#include "rules/measured/findings/LineVerdicts.h"
#include "rules/measured/usage/Tally.h"
#include "rules/model/Finding.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace fsfind {

/// Gathers the lines of one finding, and makes the finding.
class FindingDraft {
public:
  /// `of_neighbours`: of several variables on one line.
  FindingDraft(const Profile &profile, bool of_neighbours)
      : profile_(profile), of_neighbours_(of_neighbours), verdicts_(profile) {}

  /// Adds a line; `part_of[c]` tells whether its cell c belongs to the finding.
  /// Without a `verdict` the line's samples are too few for one; another line must have one.
  void add(const UsedLine &used, const std::vector<bool> &part_of,
           const std::optional<LineVerdict> &verdict = std::nullopt);

  [[nodiscard]] const Tally &tally() const { return tally_; }
  [[nodiscard]] std::optional<Alternation> alternation() const { return verdicts_.alternation(); }
  /// The finding, without a rank.
  [[nodiscard]] Finding finish() const;

private:
  struct Member {
    std::uint32_t id = Identity::kNone; ///< Identity::member
    const Target *target = nullptr;     ///< represents it: the lowest address
    bool of_elements = false;           ///< seen with several indices
    std::set<std::uint32_t> readers, writers;
    std::map<std::uint32_t, std::set<std::uint32_t>> element_writers; ///< by Identity::element
    std::uint64_t contended = 0, loads = 0, stores = 0;
    std::map<Update, std::uint64_t> updates;      ///< stores of each kind
    std::set<std::int64_t> set_to;                ///< constants of stores that are Update::Set
    std::map<std::uint32_t, std::uint64_t> reads; ///< by thread id: loads that are no additions
  };

  static void standFor(Member &member, const Target &target);
  [[nodiscard]] std::string_view rule() const;
  /// Whether several elements of an array, or several objects of one type, take part.
  [[nodiscard]] bool ofElements() const;
  [[nodiscard]] bool objectsApart(const UsedLine &used, const std::vector<bool> &part_of) const;
  void addThreads(const UsedLine &used, const std::vector<bool> &part_of);
  void addWriter(Member &member, std::uint32_t tid, std::uint32_t element);
  void addSamples(const UsedLine &used, const std::vector<bool> &part_of);
  void addToMembers(const UsedLine &used, const Access &access, std::uint32_t first,
                    const std::vector<bool> &part_of);
  [[nodiscard]] std::vector<const Member *> members() const;
  [[nodiscard]] std::vector<const Member *> membersByHitm() const;
  [[nodiscard]] std::vector<const Member *> membersToPlace() const;
  /// Thread ids, without the writers.
  [[nodiscard]] std::set<std::uint32_t> rareWritersOf(const Member &member) const;
  [[nodiscard]] static std::vector<Update> updatesOf(const Member &member);
  [[nodiscard]] static bool isWrittenByElements(const Member &member);
  [[nodiscard]] FindingMember memberOf(const Member &member) const;
  [[nodiscard]] std::string pathOf(const Member &member) const;
  /// Whether threads meet only because arrays on the heap are neighbours.
  [[nodiscard]] bool isOfArrays(const Object &hottest) const;
  [[nodiscard]] bool isAllocatorInduced(const Target &hottest) const;
  [[nodiscard]] std::optional<RecordInfo> record() const;
  [[nodiscard]] RecordInfo recordOf(const Object &object) const;
  [[nodiscard]] Object object(const Target &hottest) const;
  [[nodiscard]] Place location(const Target &hottest) const;
  [[nodiscard]] std::vector<RelatedPlace> related(const Place &location) const;
  [[nodiscard]] Confidence confidence() const;
  [[nodiscard]] bool isDoubtfulByClock() const;
  [[nodiscard]] std::string message(const std::vector<const Member *> &members) const;
  [[nodiscard]] std::string usersOf(const Member &member) const;
  [[nodiscard]] std::string named(const std::vector<const Member *> &members) const;
  [[nodiscard]] std::string elements(const std::vector<const Member *> &members) const;
  /// Names the neighbours and where they lie: "variables a and b".
  [[nodiscard]] std::string neighbours(const std::string &names) const;
  [[nodiscard]] std::string subject(const std::vector<const Member *> &members) const;

  const Profile &profile_;
  bool of_neighbours_;
  LineVerdicts verdicts_;
  HotPairs pairs_;
  std::map<std::uint32_t, Member> members_; ///< by Identity::member
  /// Likewise; also of members that only noise was seen of.
  std::map<std::uint32_t, std::set<std::uint32_t>> rare_writers_;
  SiteUses sites_;
  std::vector<std::uint64_t> lines_;
  Tally tally_;
  bool writers_assumed_ = true;
  std::set<std::uint64_t> objects_; ///< addresses
  BlockUse blocks_;
  bool apart_ = true;                        ///< no two objects can be parts of one object
  Certainty certainty_ = Certainty::Certain; ///< that of the least certain name
  bool verified_ = true; ///< all names come from files known to be the recorded ones
};

} // namespace fsfind
