#include "rules/measured/findings/UnnamedDraft.h"

#include "rules/measured/usage/Wording.h"
#include "rules/model/TextParts.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

bool isUsed(const UsageTable &table, std::size_t cell) {
  for (std::size_t r = 0; r < table.rows(); ++r)
    if (table.at(r, cell).samples() != 0)
      return true;
  return false;
}

std::vector<std::size_t> usedCells(const UsedLine &used) {
  std::vector<std::size_t> cells;
  for (std::size_t c = 0; c < used.usage.cells.size(); ++c)
    if (isUsed(used.usage.table, c))
      cells.push_back(c);
  return cells;
}

/// The accesses that were not removed as noise.
std::vector<const Access *> usedAccesses(const UsedLine &used) {
  std::vector<const Access *> accesses;
  for (std::size_t i = 0; i < used.line.accesses.size(); ++i)
    if (used.usage.use(used.line.accesses[i], i).samples() != 0)
      accesses.push_back(&used.line.accesses[i]);
  return accesses;
}

/// The first used cell, if all used cells belong to one variable; else empty.
std::optional<std::size_t> cellOfOnlyVariable(const UsedLine &used) {
  const std::vector<std::size_t> cells = usedCells(used);
  const bool one = std::all_of(cells.begin(), cells.end(), [&](std::size_t c) {
    return used.identities[c].known() &&
           used.identities[c].variable == used.identities[cells.front()].variable;
  });
  return cells.empty() || !one ? std::nullopt : std::optional(cells.front());
}

/// The site with most stores; if no store was sampled, that with most contended loads. Null if
/// there is neither.
const Site *writingSite(const Profile &profile, const SiteUses &sites) {
  const Site *stores = sites.mostStores(profile);
  return stores ? stores : sites.mostContended(profile);
}

/// The site's source place as a text; if it is unknown, the function, or else the instruction.
std::string sourceKey(const Site *site) {
  if (site == nullptr)
    return {};
  if (const Place place = authorPlace(site); place.known())
    return fmt::format("{}:{}", place.file, place.line);
  return site->symbol.empty() ? fmt::format("{}+{:x}", site->module, site->module_address)
                              : fmt::format("{} {}", site->module, site->symbol);
}

/// The kind of object (heap, stack, …) that all accesses have in common, else Unknown.
ObjectKind commonKind(const Profile &profile, const std::vector<const Access *> &accesses) {
  std::optional<ObjectKind> common;
  for (const Access *access : accesses) {
    const ObjectKind kind = profile.target(access->target).object.kind;
    if (common.value_or(kind) != kind)
      return ObjectKind::Unknown;
    common = kind;
  }
  return common.value_or(ObjectKind::Unknown);
}

std::string_view ruleOf(Sharing sharing) {
  return sharing == Sharing::True ? kRuleContendedAtomic : kRuleAdjacentThreadFields;
}

std::string range(const FindingMember &member) {
  return member.size == 1 ? std::to_string(member.offset)
                          : fmt::format("{}-{}", member.offset, member.offset + member.size - 1);
}

} // namespace

UnnamedDraft::Key UnnamedDraft::keyOf(const Profile &profile, const UsedLine &used) {
  SiteUses sites;
  for (const Access *access : usedAccesses(used))
    sites.add(*access);
  const std::optional<std::size_t> cell = cellOfOnlyVariable(used);
  const std::uint32_t variable = cell ? used.identities[*cell].variable : Identity::kNone;
  return fmt::format("{}\n{}\n{}", used.line.mapping, variable,
                     sourceKey(writingSite(profile, sites)));
}

void UnnamedDraft::add(const UsedLine &used, Sharing sharing) {
  if (lines_.empty() || used.line.address < *lines_.begin())
    describe(used);
  verdicts_.addLine(used, std::vector<bool>(used.usage.cells.size(), true),
                    LineVerdict{ruleOf(sharing), sharing});
  lines_.insert(used.line.address);
  tally_.store_evidence_only &= used.store_evidence_only;
  for (const auto &[bytes, use] : runs(used)) {
    Use &sum = uses_[bytes];
    sum.readers.insert(use.readers.begin(), use.readers.end());
    sum.writers.insert(use.writers.begin(), use.writers.end());
    sum.contended += use.contended;
    tally_.threads.insert(use.readers.begin(), use.readers.end());
    tally_.threads.insert(use.writers.begin(), use.writers.end());
    tally_.writers.insert(use.writers.begin(), use.writers.end());
    sum.rare_writers.insert(use.rare_writers.begin(), use.rare_writers.end());
    tally_.rare_writers.insert(use.rare_writers.begin(), use.rare_writers.end());
  }
  const std::vector<const Access *> accesses = usedAccesses(used);
  tally_.addLine(profile_, used.line, accesses, evidentPart(profile_, used));
  for (const Access *access : accesses) {
    sites_.add(*access);
    noteAllocation(*access);
  }
}

/// Takes mapping and object from this line; called for the lowest line, which stands for all.
void UnnamedDraft::describe(const UsedLine &used) {
  mapping_ = used.line.mapping;
  object_ = {};
  value_type_.clear();
  object_.kind = commonKind(profile_, usedAccesses(used));
  if (const std::optional<std::size_t> cell = cellOfOnlyVariable(used)) {
    const Target &target = profile_.target(*used.usage.cells[*cell].target);
    const bool of_block = isOfUntypedBlock(target);
    if (of_block || isOfUnknownObject(target))
      value_type_ = target.object.type;
    if (of_block || !isOfUnknownObject(target))
      object_ = target.object;
    if (of_block) {
      object_.type.clear();
      object_.address = object_.block_address;
      object_.size = object_.block_size;
    }
    verified_ &= target.verified;
  }
}

/// Notes who allocated the memory, as long as it was one place.
void UnnamedDraft::noteAllocation(const Access &access) {
  const Frame &allocated = profile_.target(access.target).object.allocated;
  if (!allocation_)
    allocation_ = allocated;
  else if (allocation_->place != allocated.place)
    allocation_ = Frame();
}

UnnamedDraft::Use UnnamedDraft::useOf(const UsedLine &used, std::size_t cell) const {
  Use result;
  for (std::size_t r = 0; r < used.usage.threads.size(); ++r) {
    const CellUse &use = used.usage.table.at(r, cell);
    const std::uint32_t tid = profile_.thread(used.usage.threads[r]).tid;
    if (use.loads != 0)
      result.readers.insert(tid);
    if (use.stores != 0)
      result.writers.insert(tid);
    if (use.rare_stores != 0)
      result.rare_writers.insert(tid);
    result.contended += use.contended;
  }
  return result;
}

std::vector<std::pair<UnnamedDraft::Bytes, UnnamedDraft::Use>>
UnnamedDraft::runs(const UsedLine &used) const {
  std::vector<std::pair<Bytes, Use>> result;
  for (const std::size_t c : usedCells(used)) {
    const Cell &cell = used.usage.cells[c];
    const Use use = useOf(used, c);
    const bool same = !result.empty() && result.back().second.readers == use.readers &&
                      result.back().second.writers == use.writers;
    if (!same) {
      result.push_back({{cell.begin, cell.end}, use});
      continue;
    }
    result.back().first.second = cell.end;
    result.back().second.contended += use.contended;
    result.back().second.rare_writers.insert(use.rare_writers.begin(), use.rare_writers.end());
  }
  return result;
}

/// The variable's first byte if there is one line and one variable, else the line's.
std::uint64_t UnnamedDraft::origin() const {
  return lines_.size() == 1 && object_.address != 0 ? object_.address - *lines_.begin() : 0;
}

std::vector<FindingMember> UnnamedDraft::members() const {
  std::vector<FindingMember> members;
  for (const auto &[bytes, use] : uses_) {
    FindingMember member;
    member.offset = bytes.first - origin();
    member.size = bytes.second - bytes.first;
    member.path = fmt::format("{} {}", member.size == 1 ? "byte" : "bytes", range(member));
    member.readers = asStrings(use.readers);
    member.writers = asStrings(use.writers);
    for (const std::uint32_t tid : use.rare_writers)
      if (!use.writers.contains(tid))
        member.rare_writers.push_back(std::to_string(tid));
    member.hitm = use.contended;
    member.type = value_type_;
    members.push_back(std::move(member));
  }
  return members;
}

/// What memory without a name is called: where it is mapped.
std::string UnnamedDraft::memoryText() const {
  if (mapping_.starts_with("/dev/zero")) // so the kernel calls anonymous memory that is MAP_SHARED
    return "unnamed shared memory";
  return mapping_.empty() ? "unnamed memory" : "unnamed memory in " + baseName(mapping_);
}

std::string UnnamedDraft::whatIsUnknown() const {
  if (!value_type_.empty())
    return fmt::format("values of type {} lie there, but what they are parts of is not known",
                       value_type_);
  if (displayName(object_).empty())
    return "what lies there is not known";
  return std::string(isUntypedMemory(object_) ? kByAllocation
                                              : "which members lie there is not known");
}

std::string UnnamedDraft::message(const std::vector<FindingMember> &members) const {
  std::vector<std::string> ranges;
  for (const FindingMember &member : members)
    ranges.push_back(range(member));
  const std::string name = displayName(object_);
  const bool same_bytes = verdicts_.sharing() == Sharing::True;
  const bool one_byte = members.size() == 1 && members[0].size == 1;
  const std::string contended = one_byte ? "is contended" : "are contended";
  return fmt::format("{} {} of {} {}: {}{}{}; {}{}", one_byte ? "byte" : "bytes", listed(ranges),
                     name.empty() ? memoryText() : name,
                     same_bytes ? contended + " by several threads"
                                : "share " + cachelines(lines_.size()),
                     tally_.text(profile_), verdicts_.text(), same_bytes ? kNoPaddingEnd : "",
                     whatIsUnknown(), verified_ ? "" : kUnverifiedEnd);
}

Finding UnnamedDraft::finish() const {
  Finding finding;
  finding.rule = ruleOf(verdicts_.sharing());
  finding.sharing = verdicts_.sharing();
  finding.alternation = verdicts_.alternation();
  finding.confidence = Confidence::Low;
  finding.location = authorPlace(writingSite(profile_, sites_));
  const Place contended = authorPlace(sites_.mostContended(profile_));
  if (contended.known() && contended != finding.location)
    finding.related.push_back({contended, "most contended loads come from here"});
  finding.object = object_;
  finding.members = members();
  finding.lines.assign(lines_.begin(), lines_.end());
  finding.module = sites_.module(profile_, object_.declared);
  finding.cost = tally_.findingCost(profile_);
  verdicts_.limitGain(finding.cost);
  if (allocation_ && allocation_->place.known())
    finding.related.push_back(
        {allocation_->place, fmt::format("it is allocated here, in {}", allocation_->function)});
  finding.message = message(finding.members);
  finding.conflict = conflictOf(finding);
  return finding;
}

} // namespace fsfind
