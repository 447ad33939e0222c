#pragma once

#include "rules/fleet/ProfileFile.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::fleet {

/// Adds profiles. The result is the union of their recordings, so it depends neither on the order
/// nor on the grouping, and a recording that comes twice counts once. Of two profiles of one
/// recording, that stays which names more contended samples; of equal ones the one with more rows,
/// then always the same one.
class ProfileMerger {
public:
  /// A table as decodeProfile() gives it.
  void add(Table table);
  /// The content of the merged file; fails only if memory is short.
  [[nodiscard]] Expected<std::string> encode(std::string_view version) const;

private:
  std::vector<std::unique_ptr<const Table>> tables_;
  std::map<std::string, RecordingRows> recordings_; ///< by id
};

} // namespace fsfind::fleet
