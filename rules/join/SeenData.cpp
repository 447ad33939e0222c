#include "rules/join/SeenData.h"

#include "rules/join/Agreement.h"
#include "rules/join/Candidates.h"
#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/LineLives.h"
#include "rules/measured/usage/Significance.h"
#include "rules/model/FindingOrder.h"
#include "rules/model/NumberText.h"
#include "rules/model/OwnerTimeline.h"
#include "rules/model/RuleIds.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <string>
#include <unordered_map>

namespace fsfind {

namespace {

/// Samples of a datum from which on a share of contended ones is believed to be small, and those of
/// a thread that uses it again and again.
constexpr std::uint64_t kEnoughSamples = 30, kOften = 8;
/// A larger part of samples that are contended is no chance of a few.
constexpr double kFewContended = 0.05;

/// A finding that the datum alone is about, of which only names and places count.
Finding findingOn(const Target &target) {
  Finding finding;
  finding.rule = kRulePerThreadSlots; // so that a pointer is not taken for the array behind it
  finding.object = target.object;
  finding.record = target.record;
  FindingMember &member = finding.members.emplace_back();
  member.path = target.member.empty() ? target.object.name : target.member;
  member.declared = target.member.empty() ? target.object.declared : target.member_declared;
  member.offset = target.member_offset;
  member.object_type = target.object.name.empty() ? target.object.type : "";
  finding.location = member.declared;
  return finding;
}

/// When each thread stored to the line: from the first time to the last.
std::map<std::uint32_t, DatumUse::Samples> timesOn(const Line &line) {
  std::map<std::uint32_t, DatumUse::Samples> times;
  if (line.timeline == nullptr)
    return times;
  const OwnerTimeline &told = *line.timeline;
  for (const OwnerTimeline::Row &row : told.rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (row.cells[i].stores != 0) {
        DatumUse::Samples &one = times[row.thread.value()];
        one.all += row.cells[i].stores;
        one.first = std::min(one.first, told.begin + i * told.span);
        one.last = std::max(one.last, told.begin + (i + 1) * told.span);
      }
  return times;
}

/// Whether both wrote again and again, for most of the shorter one's time at once.
bool areAtOnce(const DatumUse::Samples &one, const DatumUse::Samples &other) {
  const std::uint64_t begin = std::max(one.first, other.first),
                      end = std::min(one.last, other.last);
  return one.all >= kOften && other.all >= kOften && begin < end &&
         2 * (end - begin) >= std::min(one.last - one.first, other.last - other.first);
}

/// Whether two threads stored to one line at once. Simulation can run them one after the other all
/// the same, where the machine is busy, and then sees no contention that there would be.
template <class Times> bool meet(const Times &times) {
  for (auto one = times.begin(); one != times.end(); ++one)
    for (auto other = std::next(one); other != times.end(); ++other)
      if (areAtOnce(one->second, other->second))
        return true;
  return false;
}

void addSamples(DatumUse::Samples &sum, const DatumUse::Samples &more) {
  sum.all += more.all;
  sum.contended += more.contended;
  sum.first = std::min(sum.first, more.first);
  sum.last = std::max(sum.last, more.last);
}

class Seeing {
public:
  explicit Seeing(const Profile &profile) : profile_(profile), identities_(profile) {}

  SeenData run() {
    for (const Line &line : profile_.lines) {
      if (line.kernel || line.accesses.empty())
        continue;
      const std::vector<Line> lives = livesOf(profile_, line);
      for (const Line &life : lives)
        add(life);
      if (lives.empty())
        add(line);
    }
    return std::move(seen_);
  }

private:
  void add(const Line &line) {
    const auto times = timesOn(line);
    const bool fought = showsContentionByStores(profile_, line) || meet(times);
    for (const Access &access : line.accesses) {
      if (access.sets)
        continue;
      const std::vector<TargetIndex> &parts = profile_.target(access.target).parts;
      const auto known = times.find(access.thread.value());
      DatumUse::Samples samples;
      if (known != times.end() && access.writes())
        samples = known->second;
      samples.all = access.count;
      samples.contended = access.contended;
      if (parts.empty())
        add(access, access.target, samples, fought);
      for (const TargetIndex part : parts)
        add(access, part, samples, fought);
    }
  }

  void add(const Access &access, TargetIndex target, const DatumUse::Samples &samples,
           bool fought) {
    const std::uint32_t member = identities_.of(target).member;
    if (member == Identity::kNone)
      return;
    const auto [known, fresh] = known_.try_emplace(member, seen_.data.size());
    if (fresh) {
      seen_.data.push_back(findingOn(profile_.target(target)));
      seen_.uses.emplace_back();
    }
    DatumUse &use = seen_.uses[known->second];
    const Thread &thread = profile_.thread(access.thread);
    addSamples(use.by_thread[{thread.pid, thread.tid}], samples);
    use.fought |= fought;
  }

  const Profile &profile_;
  Identities identities_;
  std::unordered_map<std::uint32_t, std::size_t> known_; ///< positions in `seen_`, by member
  SeenData seen_;
};

/// Whether the finding is about threads that meet on a line: not about pages, nor about padding
/// that nothing needs.
bool isOfLines(const Finding &finding) {
  return finding.rule != kRuleSerialFirstTouch && finding.rule != kRuleNeedlessPadding;
}

/// Adds to `sum` what two recordings or data show of each thread.
void addUse(DatumUse &sum, const DatumUse &use) {
  for (const auto &[thread, samples] : use.by_thread)
    addSamples(sum.by_thread[thread], samples);
  sum.fought |= use.fought;
}

/// What is seen of a finding's data.
struct Found {
  std::vector<bool> members; ///< of the finding, that have samples
  bool any = false;
  DatumUse use;
};

/// Which of the finding's members the datum is; of a variable with several, the one that it is.
std::vector<bool> shownBy(const Finding &datum, const Finding &finding, const FileMatch &files) {
  std::vector<bool> shown = sameData(datum, finding, files);
  if (hasNamedMembers(datum) && hasNamedMembers(finding) &&
      matchMembers(memberNames(datum, files), memberNames(finding, files)).common == 0)
    shown.assign(shown.size(), false);
  return shown;
}

/// Whether samples are of the data without which there is nothing to share.
bool isReached(const Finding &finding, const Found &found) {
  if (!isOfSeveral(finding))
    return found.any;
  const auto seen = std::count(found.members.begin(), found.members.end(), true);
  return static_cast<std::size_t>(seen) >= std::min<std::size_t>(2, finding.members.size());
}

/// Whether two threads of a process wrote the data again and again at the same time, so that they
/// could have contended for them.
bool isUsedAtOnce(const DatumUse &use) {
  for (auto one = use.by_thread.begin(); one != use.by_thread.end(); ++one)
    for (auto other = std::next(one);
         other != use.by_thread.end() && other->first.first == one->first.first; ++other)
      if (areAtOnce(one->second, other->second))
        return true;
  return false;
}

/// What the finding's data show without contention that was reported.
RunAnswer answerOf(const Finding &finding, const Found &found, const SeenInRun &seen) {
  if (!isReached(finding, found))
    return RunAnswer::NotReached;
  const auto share = static_cast<double>(seen.contended) / static_cast<double>(seen.accesses);
  const bool contended =
      found.use.fought || seen.contended >= kMinContendedSamples || share > kFewContended;
  return contended || seen.accesses < kEnoughSamples || !isUsedAtOnce(found.use)
             ? RunAnswer::Undecided
             : RunAnswer::NotSo;
}

SeenInRun sumOf(const DatumUse &use) {
  SeenInRun seen;
  for (const auto &[thread, samples] : use.by_thread) {
    seen.accesses += samples.all;
    seen.contended += samples.contended;
  }
  seen.threads = static_cast<std::uint32_t>(use.by_thread.size());
  return seen;
}

void withdraw(Finding &finding) {
  finding.missing.push_back(
      {"run", fmt::format("{} used its data, in {}, and did not contend for them",
                          counted(finding.run->threads, "thread"),
                          counted(finding.run->accesses, "sample"))});
  finding.confidence = Confidence::Low;
}

} // namespace

SeenData seenData(const Profile &profile) {
  return Seeing(profile).run();
}

void addTo(SeenData &seen, SeenData more) {
  std::move(more.data.begin(), more.data.end(), std::back_inserter(seen.data));
  std::move(more.uses.begin(), more.uses.end(), std::back_inserter(seen.uses));
}

AnswersOfRun answerByRun(std::vector<Finding> &findings, const SeenData &seen,
                         const FileMatch &files) {
  const Candidates candidates(seen.data, findings, files);
  AnswersOfRun answers;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Finding &finding = findings[i];
    const bool confirmed = finding.verdict == Verdict::Confirmed;
    if (finding.verdict == Verdict::Measured || !isOfLines(finding) ||
        (seen.data.empty() && !confirmed))
      continue;
    Found found{std::vector<bool>(finding.members.size()), false, {}};
    for (const std::size_t d : candidates.ofLatent(i)) {
      const std::vector<bool> shown = shownBy(seen.data[d], finding, files);
      if (std::find(shown.begin(), shown.end(), true) == shown.end())
        continue;
      found.any = true;
      std::transform(shown.begin(), shown.end(), found.members.begin(), found.members.begin(),
                     std::logical_or<>());
      addUse(found.use, seen.uses[d]);
    }
    finding.run = sumOf(found.use);
    finding.run->answer = confirmed ? RunAnswer::Confirmed : answerOf(finding, found, *finding.run);
    ++answers.number[static_cast<std::size_t>(finding.run->answer)];
    if (finding.run->answer == RunAnswer::NotSo && !isSuspect(finding)) {
      ++answers.withdrawn;
      withdraw(finding);
    }
  }
  std::stable_partition(findings.begin(), findings.end(),
                        [](const Finding &finding) { return !isSuspect(finding); });
  rankInOrder(findings);
  return answers;
}

} // namespace fsfind
