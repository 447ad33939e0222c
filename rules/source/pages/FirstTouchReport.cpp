#include "rules/source/pages/FirstTouchReport.h"

#include "rules/evidence/Links.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind {

namespace {

/// `line 12`, with the name of the file if it is not that of `from`.
std::string lineOf(const Place &place, const Place &from) {
  if (place.file == from.file)
    return fmt::format("line {}", place.line);
  return fmt::format("line {} of {}", place.line, place.file.substr(place.file.rfind('/') + 1));
}

void relate(std::vector<RelatedPlace> &places, RelatedPlace place) {
  const bool known = std::any_of(places.begin(), places.end(), [&](const RelatedPlace &one) {
    return one.place.file == place.place.file && one.place.line == place.place.line &&
           one.message == place.message;
  });
  if (!known && place.place.known())
    places.push_back(std::move(place));
}

class Report {
public:
  Report(const Program &program, const FirstTouchCase &touch)
      : program_(program), facts_(program.facts()), touch_(touch),
        at_(facts_.place(touch.fill.at.place)) {}

  [[nodiscard]] Finding finding() const {
    Finding found;
    found.verdict = Verdict::Latent;
    found.sharing = Sharing::FirstTouch;
    found.confidence = Confidence::Medium;
    found.location = at_;
    found.related = related();
    describeObject(found);
    found.members.push_back(member(found.object));
    found.message = message(found.object.name);
    lack(found, "run", "how much of it each thread uses, and how often, no source tells");
    return found;
  }

private:
  [[nodiscard]] std::string usedBy() const {
    const Role &role = program_.roles().role(touch_.use.role);
    const bool region =
        role.entry && facts_.function(*role.entry).kind == FunctionKind::ParallelRegion;
    const Place start =
        role.starts.empty() ? Place{} : facts_.place(role.starts.front().start->place);
    if (region && start.known())
      return fmt::format("all threads of the parallel region at {}", lineOf(start, at_));
    return fmt::format("all threads that run {}", role.name);
  }

  [[nodiscard]] std::string message(const std::string &name) const {
    const std::string filled =
        touch_.fill.how.empty()
            ? "is filled by one thread here"
            : fmt::format("is filled by one thread here, by {}", touch_.fill.how);
    if (areOwn(touch_.fill, touch_.use))
      return fmt::format("'{}' {}, once for each thread, and then used by {}: all of them lie on "
                         "the NUMA node of the thread that fills",
                         name, filled, usedBy());
    return fmt::format("'{}' {} and then used by {}: its pages all lie on one NUMA node", name,
                       filled, usedBy());
  }

  [[nodiscard]] std::vector<RelatedPlace> related() const {
    std::vector<RelatedPlace> places;
    const FactPlace at = touch_.fill.at.place;
    for (const FactAllocation *allocation : touch_.story.allocations)
      if (allocation->place.line != at.line || allocation->place.file != at.file)
        relate(places, {facts_.place(allocation->place),
                        fmt::format("allocated here by {}", allocation->how)});
    for (const Fill &other : touch_.story.fills)
      if (other.at.place.line != at.line || other.at.place.file != at.file)
        relate(places, {facts_.place(other.at.place), "filled by one thread here too"});
    relate(places, {facts_.place(touch_.use.at.place), fmt::format("used here by {}", usedBy())});
    return places;
  }

  void describeObject(Finding &found) const {
    const BufferKey &key = touch_.key;
    found.object.name = nameOfBuffer(facts_, key);
    found.object.size = ownBytes(facts_, key);
    found.object.kind =
        found.object.size != 0 && key.array.variable ? ObjectKind::Global : ObjectKind::Heap;
    found.object.declared = program_.placeOf(key.array);
    if (key.array.record)
      found.record = program_.recordInfo(*key.array.record);
  }

  [[nodiscard]] FindingMember member(const Object &object) const {
    const ArrayId &array = touch_.key.array;
    FindingMember member;
    member.path =
        array.record ? facts_.record(*array.record).members[array.member].name : object.name;
    member.declared = object.declared;
    member.writers.push_back(facts_.function(touch_.fill.at.function).name);
    (touch_.use.writes ? member.writers : member.readers)
        .push_back(program_.roles().role(touch_.use.role).name);
    return member;
  }

  const Program &program_;
  const Facts &facts_;
  const FirstTouchCase &touch_;
  Place at_;
};

/// Adds to `kept` the places and members of `other`, a finding at the same place.
void tellToo(Finding &kept, Finding other) {
  for (RelatedPlace &place : other.related)
    relate(kept.related,
           {place.place, fmt::format("of '{}': {}", other.object.name, place.message)});
  for (FindingMember &member : other.members)
    kept.members.push_back(std::move(member));
}

} // namespace

bool areOwn(const Fill &fill, const SharedUse &use) {
  return use.spread == Spread::OwnBuffer || (fill.spawner && use.spread != Spread::Parts);
}

Finding firstTouchFinding(const Program &program, const FirstTouchCase &touch) {
  return Report(program, touch).finding();
}

std::vector<Finding> joinedByPlace(std::vector<Finding> findings) {
  std::vector<Finding> joined;
  for (Finding &finding : findings) {
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const Finding &one) {
      return one.location == finding.location;
    });
    if (same == joined.end())
      joined.push_back(std::move(finding));
    else
      tellToo(*same, std::move(finding));
  }
  return joined;
}

} // namespace fsfind
