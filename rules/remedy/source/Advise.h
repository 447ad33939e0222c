#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/program/Roles.h"
#include "rules/remedy/source/AccumulatedData.h"
#include "rules/remedy/source/MadeObjects.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// Advises on the findings of one program.
class Adviser {
public:
  /// `roles` are those of the facts; both outlive this. `line_size` is in bytes.
  Adviser(const Facts &facts, const Roles &roles, std::uint32_t line_size)
      : facts_(facts), roles_(roles), accumulated_(facts), made_(facts), line_size_(line_size) {}

  /// Remedies for the finding, the best first; empty if none is known.
  [[nodiscard]] std::vector<Advice> on(const Finding &finding) const;

private:
  const Facts &facts_;
  const Roles &roles_;
  AccumulatedData accumulated_;
  MadeObjects made_;
  std::uint32_t line_size_;
};

/// The same for a single finding.
[[nodiscard]] std::vector<Advice> advise(const Facts &facts, const Roles &roles,
                                         const Finding &finding, std::uint32_t line_size);

/// Whether advise() asks for Facts::slots.
[[nodiscard]] bool asksForSlots(const Finding &finding);

/// Puts advice to leave the finding alone first, and takes the edits of all others then; else
/// advice with edits comes first. The order stays otherwise. What a library declares is not edited.
void preferEdits(std::vector<Advice> &advice);

/// Why advise() knows no remedy, and what the author can do all the same: one sentence without a
/// full stop.
[[nodiscard]] std::string whyNoAdvice(const Facts &facts, const Finding &finding);

} // namespace fsfind
