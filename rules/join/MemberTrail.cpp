#include "rules/join/MemberTrail.h"

#include <algorithm>
#include <span>

namespace fsfind {

namespace {

/// Deeper nesting is no author's; it bounds the work on crafted facts.
constexpr std::size_t kDeepestTrail = 24;
/// Unions and empty bases make several ways possible; of so many none is taken.
constexpr std::size_t kMostTries = 4096;

/// An array's innermost element, the type itself if it is none.
TypeIndex elementOf(const Facts &facts, TypeIndex type) {
  for (std::size_t depth = 0; depth < kDeepestTrail; ++depth) {
    const FactType &one = facts.type(type);
    if (one.kind != TypeClass::Array || !one.element)
      break;
    type = *one.element;
  }
  return type;
}

class TrailSearch {
public:
  TrailSearch(const Facts &facts, const MeasuredMember &wanted) : facts_(facts), wanted_(wanted) {}

  bool descend(RecordIndex record, std::uint64_t offset) {
    if (trail_.size() >= kDeepestTrail)
      return false;
    const std::vector<FactMember> &members = facts_.record(record).members;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const FactMember &member = members[i];
      if (offset < member.offset ||
          offset - member.offset >= std::max<std::uint64_t>(member.size, 1))
        continue;
      if (++tries_ > kMostTries)
        return false;
      trail_.push_back({record, i, offset, false});
      if (isWanted(member) || descendInto(member, offset - member.offset))
        return true;
      trail_.pop_back();
    }
    return false;
  }

  Trail take() { return std::move(trail_); }

private:
  [[nodiscard]] bool isWanted(const FactMember &member) const {
    return !member.base && member.name == wanted_.name &&
           (wanted_.declared.known() ? isDeclaredAt(facts_, member.place, wanted_.declared)
                                     : member.name == kVtablePointer);
  }

  bool descendInto(const FactMember &member, std::uint64_t offset) {
    const FactType &element = facts_.type(elementOf(facts_, member.type));
    if (!element.record)
      return false;
    trail_.back().in_element = facts_.type(member.type).kind == TypeClass::Array;
    return descend(*element.record, element.size == 0 ? offset : offset % element.size);
  }

  const Facts &facts_;
  const MeasuredMember &wanted_;
  Trail trail_;
  std::size_t tries_ = 0;
};

/// Adds the places of the named member; members without a name show those of theirs.
void addExtents(const Facts &facts, const FactRecord &record, std::span<const std::string> names,
                std::uint64_t start, std::size_t depth, std::size_t &tries,
                std::vector<Extent> &all) {
  if (depth > kDeepestTrail || all.size() > 1)
    return;
  for (const FactMember &member : record.members) {
    if (++tries > kMostTries)
      return;
    const std::optional<RecordIndex> inner = recordIn(facts, member.type);
    const bool named = !member.base && member.name == names.front();
    if (named && names.size() == 1)
      all.push_back({start + member.offset, member.size});
    else if (named && facts.type(member.type).kind == TypeClass::Array)
      all.push_back({start + member.offset, member.size}); // some element of it
    else if (inner && (named || member.base || member.name.empty()))
      addExtents(facts, facts.record(*inner), named ? names.subspan(1) : names,
                 start + member.offset, depth + 1, tries, all);
  }
}

} // namespace

std::optional<RecordIndex> recordIn(const Facts &facts, TypeIndex type) {
  return facts.type(elementOf(facts, type)).record;
}

bool isDeclaredAt(const Facts &facts, FactPlace place, const Place &at) {
  return place.known() && place.line == at.line && facts.files[place.file.value()].path == at.file;
}

std::optional<Trail> trailTo(const Facts &facts, RecordIndex root, const MeasuredMember &member) {
  TrailSearch search(facts, member);
  if ((!member.declared.known() && member.name != kVtablePointer) ||
      !search.descend(root, member.offset))
    return std::nullopt;
  return search.take();
}

std::optional<Extent> extentOf(const Facts &facts, const FactRecord &record,
                               const std::vector<std::string> &names) {
  std::vector<Extent> all;
  std::size_t tries = 0;
  if (!names.empty())
    addExtents(facts, record, names, 0, 0, tries, all);
  return all.size() == 1 && tries <= kMostTries ? std::optional(all.front()) : std::nullopt;
}

std::ptrdiff_t arraysOn(const Trail &trail) {
  return std::count_if(trail.begin(), trail.end(),
                       [](const TrailStep &step) { return step.in_element; });
}

std::string pathOf(const Facts &facts, const Trail &trail, std::size_t first) {
  std::string path;
  for (std::size_t i = first; i < trail.size(); ++i) {
    const FactMember &member = facts.record(trail[i].record).members[trail[i].member];
    if (member.base || member.name.empty())
      continue;
    path += (path.empty() ? "" : ".") + member.name + (trail[i].in_element ? "[]" : "");
  }
  return path;
}

} // namespace fsfind
