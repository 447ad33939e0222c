#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/program/Roles.h"
#include "rules/remedy/source/FactLookup.h"
#include "rules/remedy/source/Inquiries.h"

#include <cstdint>
#include <vector>

/// Remedies, one file each: each gives its advice on a finding, or nothing if it does not apply.
namespace fsfind {

/// A finding and what the sources say.
struct AdviceCase {
  const Facts &facts;
  const Roles &roles;       ///< of the facts
  const FactLookup &lookup; ///< of the facts
  Inquiries &inquiries;     ///< of the facts
  const Finding &finding;
  std::uint32_t line_size = kDefaultLineSize; ///< bytes
};

[[nodiscard]] std::vector<Advice> leaveAlone(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> countLocally(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> onePerThread(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> separateMembers(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> alignElements(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> wrapElements(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> alignPadded(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> alignVariables(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> alignAllocation(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> shard(const AdviceCase &at);
/// Of a lock that all threads take.
[[nodiscard]] std::vector<Advice> splitLock(const AdviceCase &at);
/// Of a list of free objects that all threads take from, and of its lock.
[[nodiscard]] std::vector<Advice> poolPerThread(const AdviceCase &at);
/// Of a number whose value threads act by.
[[nodiscard]] std::vector<Advice> batch(const AdviceCase &at);
/// Of what is set to one value again and again.
[[nodiscard]] std::vector<Advice> testBeforeWrite(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> removePadding(const AdviceCase &at);
[[nodiscard]] std::vector<Advice> placePages(const AdviceCase &at);

} // namespace fsfind
