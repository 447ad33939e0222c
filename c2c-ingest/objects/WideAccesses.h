#pragma once

#include "rules/model/Profile.h"

#include <functional>
#include <vector>

/// Accesses that cover several members or elements at once, as vector instructions do: each member
/// gets a target, and the access one that refers to them all (Target::parts).
namespace fsfind::objects {

/// The targets that follow `first` in its object and begin below the address `stop`, in order.
/// `at` describes an address; its answer has no evidence where nothing is known.
std::vector<Target> targetsBehind(const Target &first, std::uint64_t stop,
                                  const std::function<Target(std::uint64_t address)> &at);

/// What lies behind a target, below the address `stop`; see targetsBehind.
using Behind = std::function<std::vector<Target>(TargetIndex first, std::uint64_t stop)>;

/// Gives each access that covers more than its target a target with all parts. The sizes of
/// accesses must be known before.
void splitWideAccesses(const Behind &behind, Profile &profile);

} // namespace fsfind::objects
