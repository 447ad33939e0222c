// What a finding is about: object, record, and places in the source.
#include "rules/measured/findings/FindingDraft.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace fsfind {

namespace {

/// The path without indices and the last name: `lanes[2].now.count` -> `lanes[].now`.
std::string ownerPath(const std::string &member) {
  const std::string path = pathWithoutIndices(member);
  return path.substr(0, path.rfind('.') == std::string::npos ? 0 : path.rfind('.'));
}

/// The object's type. Its place is known only for objects without a variable; for the others
/// `declared` is the variable's.
RecordInfo ofObject(const Object &object) {
  return {object.type, object.name.empty() ? object.declared : Place{}, object.size, 0};
}

/// Members of which a finding tells the places; of the others it tells how many there are.
constexpr std::size_t kMembersPlaced = 4;

/// A finding's related places, each once, without its own.
class Places {
public:
  explicit Places(const Place &location) { isNew(location); }

  /// True once for each known place.
  bool isNew(const Place &place) {
    return place.known() && known_.emplace(place.file, place.line, place.column).second;
  }
  void add(RelatedPlace one) {
    if (isNew(one.place))
      list_.push_back(std::move(one));
  }
  /// The first of these, with the number of the others.
  void addFirstOf(const std::vector<RelatedPlace> &places) {
    if (places.empty())
      return;
    list_.push_back(places.front());
    if (places.size() > 1)
      list_.back().message += fmt::format(", {} more elsewhere", places.size() - 1);
  }
  [[nodiscard]] const std::vector<RelatedPlace> &list() const { return list_; }

private:
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> known_;
  std::vector<RelatedPlace> list_;
};

} // namespace

/// The record that the members have in common; of elements that of the element. If they belong to
/// different records, or to different parts of one (`head.v` and `tail.v` are parts of the queue),
/// it is the object's type.
std::optional<RecordInfo> FindingDraft::record() const {
  if (of_neighbours_)
    return std::nullopt;
  const bool of_member_elements =
      rule() == kRulePerThreadSlots && objects_.size() == 1 && ofElements();
  const Target *first = nullptr;
  for (const auto &[id, member] : members_) {
    const Target &target = *member.target;
    if (of_member_elements && !member.of_elements)
      continue;
    if (!target.record)
      return std::nullopt;
    if (first != nullptr && (first->record->name != target.record->name ||
                             ownerPath(first->member) != ownerPath(target.member)))
      return recordOf(first->object);
    first = &target;
  }
  return first == nullptr ? std::nullopt : first->record;
}

/// The object's type: as a member of its own has it, with the places of all; else as far as the
/// object tells.
RecordInfo FindingDraft::recordOf(const Object &object) const {
  for (const auto &[id, member] : members_)
    if (const auto &record = member.target->record;
        record && record->name == object.type && record->size == object.size)
      return *record;
  return ofObject(object);
}

Object FindingDraft::object(const Target &hottest) const {
  Object object = hottest.object;
  if (rule() == kRulePerThreadSlots)
    object.index.reset();
  object.block_size = blocks_.size();
  return object;
}

Place FindingDraft::location(const Target &hottest) const {
  if (isKnownByAllocation(hottest) && hottest.object.allocated.place.known())
    return hottest.object.allocated.place;
  const bool of_variable = hottest.member.empty() || rule() == kRulePerThreadSlots ||
                           of_neighbours_ || !hottest.member_declared.known();
  if (of_variable && hottest.object.declared.known())
    return hottest.object.declared;
  return hottest.member_declared;
}

/// The members that the message and the advice are about come first: the hottest pair, then by
/// contended loads.
std::vector<const FindingDraft::Member *> FindingDraft::membersToPlace() const {
  std::vector<const Member *> members = membersByHitm();
  if (const std::optional<HotPair> pair = pairs_.hottest()) {
    const auto rest =
        std::stable_partition(members.begin(), members.end(),
                              [&](const Member *member) { return member->id == pair->waiting; });
    std::stable_partition(rest, members.end(),
                          [&](const Member *member) { return member->id == pair->writing; });
  }
  return members;
}

std::vector<RelatedPlace> FindingDraft::related(const Place &location) const {
  Places places(location);
  std::vector<RelatedPlace> rest;
  std::size_t number = 0;
  for (const Member *member : membersToPlace()) {
    const Target &target = *member->target;
    const std::string name = displayName(target.object);
    // Without a variable, the object's declaration is its type's.
    const bool of_type = target.object.name.empty() && !target.object.type.empty();
    const RelatedPlace object = {
        target.object.declared,
        fmt::format("{} is declared here", of_type ? target.object.type : name)};
    const RelatedPlace declared =
        target.member.empty() ? object
                              : RelatedPlace{target.member_declared,
                                             fmt::format("{} is declared here", pathOf(*member))};
    if (++number > kMembersPlaced) {
      if (places.isNew(declared.place))
        rest.push_back(declared);
      continue;
    }
    places.add(declared);
    places.add(object);
    places.add({target.object.allocated.place, fmt::format("{} is allocated here, in {}", name,
                                                           target.object.allocated.function)});
  }
  places.addFirstOf(rest);
  places.add({authorPlace(sites_.mostStores(profile_)), "most stores come from here"});
  places.add({authorPlace(sites_.mostContended(profile_)), "most contended loads come from here"});
  return places.list();
}

bool FindingDraft::isOfArrays(const Object &hottest) const {
  return rule() == kRulePerThreadSlots && hottest.kind == ObjectKind::Heap &&
         (hottest.index || hottest.of_array) && blocks_.areApart();
}

/// Whether the finding is about separate heap objects that the allocator put on one line, neither
/// elements of one array nor parts of one object.
bool FindingDraft::isAllocatorInduced(const Target &hottest) const {
  const Object &object = hottest.object;
  if (object.kind != ObjectKind::Heap || objects_.size() < 2 || blocks_.areOne())
    return false;
  return (rule() == kRuleAdjacentObjects && apart_) || isOfArrays(object) ||
         (rule() == kRulePerThreadSlots && !object.index && !object.of_array &&
          hottest.member.find('[') == std::string::npos);
}

} // namespace fsfind
