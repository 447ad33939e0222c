#include "rules/measured/numa/ObjectPages.h"

#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/Wording.h"

#include <fmt/format.h>

namespace fsfind {

void ObjectPages::add(const Line &line, const Access &access, std::uint64_t scale) {
  const Target &target = profile_.target(access.target);
  if (target_ == nullptr || target.object.address < target_->object.address)
    target_ = &target;
  use_.add(line, access, scale);
  sites_.add(access);
}

std::string ObjectPages::message(const PagePlacement &placement) const {
  return fmt::format("pages of {}{} all live on node {} ({}), but threads on {} nodes load them: "
                     "{}; {}",
                     displayName(target_->object), whereabouts(target_->object), *placement.node,
                     pagesText(placement), use_.nodeCount(), use_.remoteText(),
                     placementHint(placement));
}

Confidence ObjectPages::confidence(const PagePlacement &placement) const {
  constexpr std::uint64_t kFirmSamples = 30;
  if (target_->certainty == Certainty::Doubtful)
    return Confidence::Low;
  const bool firm = use_.remote() >= kFirmSamples && target_->certainty == Certainty::Certain &&
                    placement.known_by[static_cast<std::size_t>(HomeEvidence::FirstTouch)] == 0;
  return firm && target_->verified ? Confidence::High : Confidence::Medium;
}

std::optional<Finding> ObjectPages::finding() const {
  if (!use_.isRemote())
    return std::nullopt;
  Finding finding = use_.finding(displayName(target_->object));
  if (!finding.placement->node)
    return std::nullopt;
  finding.confidence = confidence(*finding.placement);
  finding.object = target_->object;
  finding.object.index.reset();
  finding.location = target_->object.declared;
  finding.members.front().declared = target_->object.declared;
  const Frame &allocated = target_->object.allocated;
  if (allocated.place.known())
    finding.related.push_back(
        {allocated.place, fmt::format("it is allocated here, in {}", allocated.function)});
  sites_.addPlaces(finding);
  finding.message = message(*finding.placement);
  return finding;
}

} // namespace fsfind
