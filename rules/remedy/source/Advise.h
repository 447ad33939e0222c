#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/program/Roles.h"
#include "rules/remedy/source/FactLookup.h"
#include "rules/remedy/source/Inquiries.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// Advises on the findings of one program.
class Adviser {
public:
  /// `roles` are those of the facts; both outlive this. `line_size` is in bytes.
  Adviser(const Facts &facts, const Roles &roles, std::uint32_t line_size)
      : lookup_(facts), roles_(roles), line_size_(line_size) {}

  [[nodiscard]] const FactLookup &lookup() const { return lookup_; }
  [[nodiscard]] const Facts &facts() const { return lookup_.facts; }
  [[nodiscard]] const Roles &roles() const { return roles_; }
  [[nodiscard]] std::uint32_t lineSize() const { return line_size_; }

  /// Remedies for the finding, the best first; empty if none is known.
  [[nodiscard]] std::vector<Advice> on(const Finding &finding) const;

private:
  FactLookup lookup_;
  const Roles &roles_;
  std::uint32_t line_size_;
  mutable Inquiries inquiries_; ///< answers, which are the same whenever they are found
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
[[nodiscard]] std::string whyNoAdvice(const FactLookup &lookup, const Finding &finding);

} // namespace fsfind
