// What a finding is about: object, record, and places in the source.
#include "rules/measured/findings/FindingDraft.h"

#include <algorithm>
#include <fmt/format.h>

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
      return ofObject(first->object);
    first = &target;
  }
  return first == nullptr ? std::nullopt : first->record;
}

Object FindingDraft::object(const Target &hottest) const {
  Object object = hottest.object;
  if (rule() == kRulePerThreadSlots)
    object.index.reset();
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

std::vector<RelatedPlace> FindingDraft::related(const Place &location) const {
  std::vector<RelatedPlace> places;
  const auto add = [&](const Place &place, std::string message) {
    const bool told = place == location || std::any_of(places.begin(), places.end(),
                                                       [&](auto &p) { return p.place == place; });
    if (place.known() && !told)
      places.push_back({place, std::move(message)});
  };
  for (const Member *member : membersByHitm()) {
    const Target &target = *member->target;
    // Without a variable, the object's declaration is its type's.
    const bool of_type = target.object.name.empty() && !target.object.type.empty();
    const std::string object = of_type ? target.object.type : displayName(target.object);
    if (!target.member.empty())
      add(target.member_declared, fmt::format("{} is declared here", pathOf(*member)));
    add(target.object.declared, fmt::format("{} is declared here", object));
    add(target.object.allocated.place,
        fmt::format("{} is allocated here, in {}", displayName(target.object),
                    target.object.allocated.function));
  }
  add(authorPlace(sites_.mostStores(profile_)), "most stores come from here");
  add(authorPlace(sites_.mostContended(profile_)), "most contended loads come from here");
  return places;
}

/// Whether the finding is about separate heap objects that the allocator put on one line, neither
/// elements of one array nor parts of one object.
bool FindingDraft::isAllocatorInduced(const Target &hottest) const {
  const Object &object = hottest.object;
  if (object.kind != ObjectKind::Heap || objects_.size() < 2)
    return false;
  return (rule() == kRuleAdjacentObjects && apart_) ||
         (rule() == kRulePerThreadSlots && !object.index && !object.of_array &&
          hottest.member.find('[') == std::string::npos);
}

} // namespace fsfind
