#pragma once

#include "c2c-ingest/objects/AccessSites.h"

namespace fsfind::objects {

/// Finds the lines of stacks by the code that addresses them by its own stack pointer, and says
/// whose stack it is in Line::mapping, where the recording does not: `[stack:17]` of a thread,
/// `[stack of a goroutine]`. A stack on which several threads ran, as those of goroutines and
/// fibers, or as one that a thread left to the next, was handed over from one to the other, not
/// fought for (Line::transfers), and what was there has no name but for the function whose own it
/// is. Goroutines share nothing on their stacks: Go puts what they share on the heap. To be called
/// when targets have names.
void markStacks(AccessSites &sites, Profile &profile);

} // namespace fsfind::objects
