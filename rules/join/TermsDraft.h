#pragma once

#include "rules/join/UsedData.h"

#include <cstddef>
#include <string_view>

namespace fsfind {

/// Findings in the facts' terms in the making, of one measured finding.
class TermsDraft {
public:
  /// All arguments outlive this.
  TermsDraft(const Finding &measured, const Facts &facts, const FileMatch &files)
      : measured_(measured), facts_(facts), files_(files) {}

  /// What was measured, without record, members and location.
  [[nodiscard]] Finding begin(std::string_view rule) const;
  /// The finding is of objects of that record.
  void setObject(Finding &finding, RecordIndex index) const;
  void setRecord(Finding &finding, RecordIndex index) const;
  /// A member's place is its own; its offset is counted from the record at that depth.
  void addMember(Finding &finding, const UsedDatum &used, std::size_t depth) const;

private:
  const Finding &measured_;
  const Facts &facts_;
  const FileMatch &files_;
};

} // namespace fsfind
