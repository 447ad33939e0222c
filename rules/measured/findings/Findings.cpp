#include "rules/measured/findings/Findings.h"

#include "rules/model/FindingOrder.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace fsfind {

namespace {

bool before(const Finding &a, const Finding &b) {
  return std::tuple(byCost(b), a.lines, a.rule) < std::tuple(byCost(a), b.lines, b.rule);
}

/// The members that the cells belong to.
std::vector<std::uint32_t> membersOf(const UsedLine &used, const std::vector<bool> &part_of) {
  std::vector<std::uint32_t> members;
  for (std::size_t c = 0; c < part_of.size(); ++c)
    if (part_of[c])
      members.push_back(used.identities[c].member);
  return members;
}

/// Nothing is hotter than this many contended loads.
constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

/// Sets that grow together: the members of a variable that lie on common lines.
class Unions {
public:
  std::uint32_t find(std::uint32_t one) {
    const auto parent = parents_.try_emplace(one, one).first;
    return parent->second == one ? one : parent->second = find(parent->second);
  }
  void join(std::uint32_t one, std::uint32_t other) { parents_[find(one)] = find(other); }

private:
  std::map<std::uint32_t, std::uint32_t> parents_;
};

} // namespace

std::vector<Identity> Findings::identitiesOf(const LineUsage &usage) {
  std::vector<Identity> cells;
  cells.reserve(usage.cells.size());
  for (const Cell &cell : usage.cells)
    cells.push_back(cell.target ? identities_.of(*cell.target) : Identity{});
  return cells;
}

void Findings::add(const Line &line, const LineUsage &usage, bool store_evidence) {
  const std::uint64_t contended = contendedLoads(line);
  contended_ += contended;
  if (usage.threads.size() < 2)
    return;
  const std::vector<Identity> cells = identitiesOf(usage);
  const UsedLine used{line, usage, cells, store_evidence, !line.counters.isShared()};
  const std::vector<LineClaim> claims = claimsOf(profile_, used);
  for (const LineClaim &claim : claims)
    lines_[claim.variables].push_back({&line, store_evidence, contended, claim.verdict,
                                       membersOf(used, partOf(used, claim.variables))});
  if (claims.empty())
    unnamed_lines_.push_back({&line, store_evidence, contended, {}, {}});
}

/// Calls `use` with what is known of the line's use, which is too much to be kept of all lines.
template <class Use> void Findings::withUse(const AddedLine &added, Use use) {
  const LineUsage usage = lineUsage(profile_, *added.line);
  const std::vector<Identity> cells = identitiesOf(usage);
  use(UsedLine{*added.line, usage, cells, added.store_evidence, !added.line->counters.isShared()});
}

void Findings::leaveOut(const AddedLines &lines) {
  for (const AddedLine &added : lines)
    if (left_out_.insert(added.line).second) {
      ++handed_over_.lines;
      handed_over_.loads += added.contended;
    }
}

/// The lines without those that were handed over. Where the rest has more contended loads, all are
/// kept: of data that threads fight for, some lines are sampled only before the fight.
Findings::AddedLines Findings::withoutHandedOver(AddedLines lines) {
  const auto handed = std::stable_partition(
      lines.begin(), lines.end(), [](const AddedLine &one) { return !wasHandedOver(*one.line); });
  const auto add = [](std::uint64_t sum, const AddedLine &one) { return sum + one.contended; };
  const std::uint64_t fought_loads = std::accumulate(lines.begin(), handed, std::uint64_t{0}, add);
  const std::uint64_t handed_loads = std::accumulate(handed, lines.end(), std::uint64_t{0}, add);
  if (show_all_ || fought_loads > handed_loads)
    return lines;
  leaveOut({handed, lines.end()});
  lines.erase(handed, lines.end());
  return lines;
}

std::vector<Findings::AddedLines> Findings::partsOf(const AddedLines &lines) {
  Unions members;
  for (const AddedLine &added : lines)
    for (const std::uint32_t member : added.members)
      members.join(member, added.members.front());
  std::map<std::uint32_t, AddedLines> parts;
  for (const AddedLine &added : lines)
    parts[members.find(added.members.front())].push_back(added);
  std::vector<AddedLines> result;
  for (auto &[member, part] : parts)
    result.push_back(std::move(part));
  return result;
}

void Findings::settle(bool show_all) {
  show_all_ = show_all;
  for (const auto &[variables, lines] : lines_)
    for (const AddedLines &part : partsOf(lines))
      draftNamed(variables, part);
  lines_.clear();
  draftUnnamed();
}

void Findings::draftNamed(const Variables &variables, const AddedLines &added) {
  const AddedLines lines = withoutHandedOver(added);
  const bool decided = std::any_of(lines.begin(), lines.end(),
                                   [](const AddedLine &one) { return one.verdict.has_value(); });
  if (!decided) {
    unnamed_lines_.insert(unnamed_lines_.end(), lines.begin(), lines.end());
    return;
  }
  FindingDraft draft(profile_, variables.size() > 1);
  for (const AddedLine &one : lines)
    withUse(one,
            [&](const UsedLine &used) { draft.add(used, partOf(used, variables), one.verdict); });
  if (!show_all_ && draft.alternation() == Alternation::HandedOver)
    leaveOut(lines);
  else
    drafts_.push_back(std::move(draft));
}

void Findings::draftUnnamed() {
  std::map<UnnamedDraft::Key, AddedLines> lines_of;
  for (const AddedLine &added : withoutHandedOver(std::move(unnamed_lines_)))
    withUse(added, [&](const UsedLine &used) {
      const std::optional<Sharing> sharing = sharingOfBytes(used);
      if (!sharing)
        return;
      const UnnamedDraft::Key key = UnnamedDraft::keyOf(profile_, used);
      unnamed_.try_emplace(key, profile_).first->second.add(used, *sharing);
      lines_of[key].push_back(added);
    });
  for (const auto &[key, lines] : lines_of)
    if (!show_all_ && unnamed_.at(key).alternation() == Alternation::HandedOver) {
      leaveOut(lines);
      unnamed_.erase(key);
    }
}

/// `hottest`: contended loads of a line that is shown.
bool Findings::isShown(const Tally &tally, std::uint64_t hottest) const {
  const double share = static_cast<double>(tally.contended) /
                       static_cast<double>(std::max<std::uint64_t>(contended_, 1));
  return (tally.store_evidence_only || share >= kShownShare) &&
         (floor_.isReached({tally.contended, tally.evident_stores}) ||
          (tally.hottest > hottest && tally.contended >= kMinContendedSamples));
}

/// The contended loads of the hottest line of the findings that are shown for their own.
std::uint64_t Findings::hottestShown() const {
  std::optional<std::uint64_t> hottest;
  const auto take = [&](const Tally &tally) {
    if (!tally.store_evidence_only && isShown(tally, kNone))
      hottest = std::max(hottest.value_or(0), tally.hottest);
  };
  for (const FindingDraft &draft : drafts_)
    take(draft.tally());
  for (const auto &[key, draft] : unnamed_)
    take(draft.tally());
  return hottest.value_or(kNone);
}

std::vector<Finding> Findings::ranked() const {
  const std::uint64_t hottest = hottestShown();
  std::vector<Finding> findings;
  for (const FindingDraft &draft : drafts_)
    if (show_all_ || isShown(draft.tally(), hottest))
      findings.push_back(draft.finish());
  for (const auto &[key, draft] : unnamed_)
    if (show_all_ || isShown(draft.tally(), hottest))
      findings.push_back(draft.finish());
  std::sort(findings.begin(), findings.end(), before);
  rankInOrder(findings);
  return findings;
}

} // namespace fsfind
