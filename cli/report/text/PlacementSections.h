#pragma once

#include "cli/report/text/TextPage.h"
#include "rules/model/PlacementVerdict.h"

/// Parts of a placement's text, in their order.
namespace fsfind::report {

/// Mappings by kind and policy; with `all` also each by itself.
void writePlacedMemory(Page &page, const Placement &look, bool all);
/// Variables and blocks; with `all` also the small ones.
void writePlacedObjects(Page &page, const Placement &look, bool all);
void writePlacedThreads(Page &page, const Placement &look);
/// What a recording tells of loads from memory, if there is one.
void writePlacedTraffic(Page &page, const Placement &look, bool all);
/// Findings with advice, settings of allocators, or why there are none.
void writePlacementVerdict(Page &page, const JudgedPlacement &judged, bool all);

} // namespace fsfind::report
