#include "rules/measured/findings/FindingDraft.h"

#include "rules/measured/usage/Wording.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <tuple>

namespace fsfind {

namespace {

/// Contended samples (stores, if there is no HITM) needed for high confidence: the error of a count
/// of ten is a third, and one stray sample changes nothing.
constexpr std::uint64_t kFirmSamples = 10;
/// With fewer samples confidence is low: all of them may be strays.
constexpr std::uint64_t kFewSamples = 3;

bool typed(const Target &target) {
  return target.evidence != Evidence::None && !target.object.type.empty();
}

/// Whether contended loads are of an instruction that stores as well, as an atomic addition does:
/// it took the line from another core to write there, whether or not its store was sampled.
bool takesToWrite(const Access &access) {
  return access.kind == AccessKind::Load && access.update != Update::Unknown &&
         access.contended != 0;
}

} // namespace

void FindingDraft::add(const UsedLine &used, const std::vector<bool> &part_of,
                       const std::optional<LineVerdict> &verdict) {
  verdicts_.addLine(used, part_of, verdict);
  pairs_.addLine(used, part_of);
  lines_.push_back(used.line.address);
  tally_.store_evidence_only &= used.store_evidence_only;
  writers_assumed_ &= used.usage.table.writersAssumed();
  apart_ &= !of_neighbours_ || objectsApart(used, part_of);
  addThreads(used, part_of);
  addSamples(used, part_of);
}

/// Whether there are gaps of 8 bytes or more between all objects. Allocators leave such gaps for
/// their own data or by rounding up; members of one record lie closer.
bool FindingDraft::objectsApart(const UsedLine &used, const std::vector<bool> &part_of) const {
  constexpr std::uint64_t kRoom = 8;
  std::map<std::uint64_t, std::uint64_t> ends;
  for (std::size_t c = 0; c < part_of.size(); ++c)
    if (part_of[c]) {
      const Object &object = profile_.target(*used.usage.cells[c].target).object;
      ends[object.address] = object.address + object.size;
    }
  std::uint64_t end = 0;
  for (const auto &[address, object_end] : ends) {
    if (end != 0 && (address < end || address - end < kRoom))
      return false;
    end = object_end;
  }
  return true;
}

void FindingDraft::addThreads(const UsedLine &used, const std::vector<bool> &part_of) {
  for (std::size_t c = 0; c < part_of.size(); ++c) {
    for (std::size_t r = 0; part_of[c] && r < used.usage.threads.size(); ++r) {
      const CellUse &use = used.usage.table.at(r, c);
      const std::uint32_t tid = profile_.thread(used.usage.threads[r]).tid;
      const std::uint32_t id = used.identities[c].member;
      if (use.rare_stores != 0) {
        rare_writers_[id].insert(tid);
        tally_.rare_writers.insert(tid);
      }
      if (use.samples() == 0)
        continue;
      Member &member = members_[id];
      member.id = id;
      const Target &target = profile_.target(*used.usage.cells[c].target);
      standFor(member, target);
      verified_ &= target.verified;
      objects_.insert(target.object.address);
      blocks_.add(target.object);
      blocks_.addUse(target.object, tid, use.loads, use.stores);
      certainty_ = std::max(certainty_, target.certainty);
      tally_.threads.insert(tid);
      if (use.loads != 0)
        member.readers.insert(tid);
      if (use.stores == 0)
        continue;
      addWriter(member, tid, used.identities[c].element);
    }
  }
}

void FindingDraft::addWriter(Member &member, std::uint32_t tid, std::uint32_t element) {
  member.writers.insert(tid);
  member.element_writers[element].insert(tid);
  tally_.writers.insert(tid);
}

/// A member may be seen in several elements; the target with the lowest address represents it.
void FindingDraft::standFor(Member &member, const Target &target) {
  const auto place = [](const Target &t) { return std::tuple(t.object.address, t.member_offset); };
  member.of_elements |= member.target != nullptr && member.target->member != target.member;
  if (member.target == nullptr || place(target) < place(*member.target))
    member.target = &target;
}

void FindingDraft::addSamples(const UsedLine &used, const std::vector<bool> &part_of) {
  std::vector<const Access *> accesses;
  for (std::size_t i = 0; i < used.line.accesses.size(); ++i) {
    const Access &access = used.line.accesses[i];
    const std::uint32_t cell = used.usage.first_cell[i];
    if (!part_of[cell] || used.usage.use(access, i).samples() == 0)
      continue;
    addToMembers(used, access, cell, part_of);
    accesses.push_back(&access);
    sites_.add(access);
  }
  tally_.addLine(profile_, used.line, accesses, evidentPart(profile_, used));
}

bool FindingDraft::ofElements() const {
  return objects_.size() > 1 || std::any_of(members_.begin(), members_.end(),
                                            [](const auto &one) { return one.second.of_elements; });
}

std::string_view FindingDraft::rule() const {
  if (!of_neighbours_ && verdicts_.sharing() == Sharing::True)
    return kRuleContendedAtomic;
  const std::string_view rule = verdicts_.rule();
  return rule == kRulePerThreadSlots && !ofElements() ? kRuleAdjacentThreadFields : rule;
}

/// An access to several members counts for each of them, but for those whose uses are all noise:
/// they are no members of the finding.
void FindingDraft::addToMembers(const UsedLine &used, const Access &access, std::uint32_t first,
                                const std::vector<bool> &part_of) {
  const std::uint32_t end = access.offset + access.size;
  std::uint32_t last = Identity::kNone;
  for (std::uint32_t c = first;
       c < part_of.size() && (c == first || used.usage.cells[c].begin < end); ++c) {
    if (!part_of[c] || used.identities[c].member == last)
      continue;
    last = used.identities[c].member;
    const auto known = members_.find(last);
    if (known == members_.end())
      continue;
    Member &member = known->second;
    member.contended += access.contended;
    if (access.kind == AccessKind::Store) {
      member.stores += access.count;
      member.updates[access.update] += access.count;
      if (const auto &constant = profile_.site(access.site).stored)
        member.set_to.insert(*constant);
      continue;
    }
    if (takesToWrite(access)) {
      addWriter(member, profile_.thread(access.thread).tid, used.identities[c].element);
      member.updates[access.update] += access.contended;
    }
    member.loads += access.count;
    if (access.update != Update::Add)
      member.reads[profile_.thread(access.thread).tid] += access.count;
  }
}

/// The members that are used often enough to be named: not those whose loads, stores and contended
/// loads are all rare compared with another member's. Returns all if fewer than two would be left,
/// except for a contended atomic.
std::vector<const FindingDraft::Member *> FindingDraft::members() const {
  Member most;
  std::vector<const Member *> all, frequent;
  for (const auto &[id, member] : members_) {
    all.push_back(&member);
    most.contended = std::max(most.contended, member.contended);
    most.loads = std::max(most.loads, member.loads);
    most.stores = std::max(most.stores, member.stores);
  }
  std::copy_if(all.begin(), all.end(), std::back_inserter(frequent), [&](const Member *member) {
    return !rare(member->contended, most.contended) || !rare(member->loads, most.loads) ||
           !rare(member->stores, most.stores);
  });
  return frequent.size() > 1 || rule() == kRuleContendedAtomic ? frequent : all;
}

std::vector<const FindingDraft::Member *> FindingDraft::membersByHitm() const {
  std::vector<const Member *> members = this->members();
  std::sort(members.begin(), members.end(), [](const Member *a, const Member *b) {
    const Target &first = *a->target, &second = *b->target;
    return std::tuple(b->contended, b->loads + b->stores, displayName(first.object),
                      first.member_offset, first.member) <
           std::tuple(a->contended, a->loads + a->stores, displayName(second.object),
                      second.member_offset, second.member);
  });
  // What threads meet in is what they write; they may load something else of the line before it.
  if (rule() == kRuleContendedAtomic)
    std::stable_partition(members.begin(), members.end(),
                          [](const Member *member) { return !member->writers.empty(); });
  return members;
}

std::string FindingDraft::pathOf(const Member &member) const {
  const Target &target = *member.target;
  const std::string name = displayName(target.object);
  if (target.member.empty())
    return name;
  const bool any_element = rule() == kRulePerThreadSlots || member.of_elements;
  const std::string path = any_element ? pathWithoutIndices(target.member) : target.member;
  if (path.empty()) // an element of a row
    return name;
  return of_neighbours_ ? memberName(target.object, name, path) : path;
}

/// Values that are seldom stored are those it begins with.
std::vector<Update> FindingDraft::updatesOf(const Member &member) {
  std::vector<Update> updates;
  for (const auto &[update, stores] : member.updates) {
    const bool may_begin =
        update == Update::Replace || update == Update::Set || update == Update::Unknown;
    if (!may_begin || !rare(stores, member.stores))
      updates.push_back(update);
  }
  return updates;
}

std::set<std::uint32_t> FindingDraft::rareWritersOf(const Member &member) const {
  const auto found = rare_writers_.find(member.id);
  std::set<std::uint32_t> rare =
      found == rare_writers_.end() ? std::set<std::uint32_t>{} : found->second;
  for (const std::uint32_t writer : member.writers)
    rare.erase(writer);
  return rare;
}

bool FindingDraft::isWrittenByElements(const Member &member) {
  std::set<std::set<std::uint32_t>> different; // far fewer than elements
  for (const auto &[element, writers] : member.element_writers)
    different.insert(writers);
  return std::any_of(different.begin(), different.end(), [&](const auto &one) {
    return std::any_of(different.begin(), different.end(), [&](const auto &other) {
      return std::none_of(one.begin(), one.end(),
                          [&](std::uint32_t tid) { return other.contains(tid); });
    });
  });
}

FindingMember FindingDraft::memberOf(const Member &member) const {
  const Target &target = *member.target;
  FindingMember result;
  result.path = pathOf(member);
  result.declared = target.member.empty() ? target.object.declared : target.member_declared;
  result.offset = target.member_offset;
  result.size = target.member.empty() ? target.object.size : target.member_size;
  result.variable = target.object.name;
  result.type = target.member.empty() && !target.object.index ? target.object.type : "";
  result.object_type = target.object.name.empty() ? target.object.type : "";
  result.readers = asStrings(member.readers);
  result.writers = asStrings(member.writers);
  result.rare_writers = asStrings(rareWritersOf(member));
  result.written_by_elements = isWrittenByElements(member);
  result.hitm = member.contended;
  result.updates = updatesOf(member);
  if (member.set_to.size() == 1)
    result.set_to = *member.set_to.begin();
  std::uint64_t by_others = 0, by_writers = 0;
  for (const auto &[thread, reads] : member.reads)
    (member.writers.contains(thread) ? by_writers : by_others) += reads;
  // Several that write it and read it more often wait for each other's writes, as the lock()s of a
  // ticket lock do, whose unlock() adds one.
  const bool waited_for = member.writers.size() > 1 && by_writers > member.stores;
  result.read_by_others = waited_for || (by_others != 0 && !rare(by_others, member.stores));
  return result;
}

/// A clock's time at an access is an estimate: what is slow without contention counts as well, so
/// that where it is little, contention may be nothing. Nor does it tell whether plain stores wait,
/// which retire before they reach the line.
bool FindingDraft::isDoubtfulByClock() const {
  constexpr double kLittle = 0.05;
  return profile_.source.by_clock &&
         (tally_.store_evidence_only || tally_.latencyShare(profile_) < kLittle);
}

Confidence FindingDraft::confidence() const {
  const std::uint64_t evidence = tally_.store_evidence_only ? tally_.stores : tally_.contended;
  const bool all_typed = std::all_of(members_.begin(), members_.end(),
                                     [](const auto &entry) { return typed(*entry.second.target); });
  const bool handed_over = verdicts_.alternation() == Alternation::HandedOver;
  if (evidence < kFewSamples || writers_assumed_ || handed_over ||
      certainty_ == Certainty::Doubtful || isDoubtfulByClock())
    return Confidence::Low;
  // Without contended loads simulated stores tell that they waited for the line.
  const bool alternates =
      verdicts_.alternation() == Alternation::Shown ||
      (tally_.store_evidence_only && tally_.findingCost(profile_).store_share.has_value());
  // Threads use the same bytes, and yet what took their lines was beside these: as where a lock
  // hands several members over, and each thread begins with another one.
  const bool unclear = rule() == kRuleContendedAtomic && verdicts_.sharing() != Sharing::True;
  if (evidence < kFirmSamples || !alternates || unclear || !all_typed || !verified_ ||
      certainty_ != Certainty::Certain)
    return Confidence::Medium;
  return Confidence::High;
}

Finding FindingDraft::finish() const {
  const std::vector<const Member *> members = membersByHitm();
  const Target &hottest = *members.front()->target;
  Finding finding;
  finding.rule = rule();
  finding.verdict = Verdict::Measured;
  finding.sharing = verdicts_.sharing();
  finding.alternation = verdicts_.alternation();
  finding.confidence = confidence();
  finding.location = location(hottest);
  finding.related = related(finding.location);
  finding.object = object(hottest);
  finding.record = record();
  for (const Member *member : members)
    finding.members.push_back(memberOf(*member));
  finding.lines = lines_;
  std::sort(finding.lines.begin(), finding.lines.end());
  finding.lines.erase(std::unique(finding.lines.begin(), finding.lines.end()), finding.lines.end());
  finding.module = sites_.module(profile_, finding.object.declared);
  finding.cost = tally_.findingCost(profile_);
  verdicts_.limitGain(finding.cost);
  finding.message = message(members);
  finding.conflict = conflictOf(finding);
  finding.allocator_induced = isAllocatorInduced(hottest);
  finding.of_arrays = isOfArrays(hottest.object);
  if (finding.allocator_induced)
    finding.allocations = blocks_.allocations();
  return finding;
}

} // namespace fsfind
