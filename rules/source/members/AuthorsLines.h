#pragma once

#include "rules/model/Bytes.h"
#include "rules/model/Facts.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fsfind {

/// What the author of a record parts by alignment and padding, for the question to be asked of all
/// pairs of its members.
class AuthorsLines {
public:
  /// `record` outlives this. `line` is in bytes.
  AuthorsLines(const FactRecord &record, std::uint32_t line);

  /// The bytes are on a line of their own: an aligned member begins the line, and padding or
  /// another aligned member follows the bytes.
  [[nodiscard]] bool haveAlone(Bytes bytes) const;
  /// Padding ends less than the bytes' size before them.
  [[nodiscard]] bool arePaddedBefore(Bytes bytes) const;
  [[nodiscard]] bool arePaddedBehind(Bytes bytes) const;

private:
  using Numbered = std::pair<std::uint64_t, std::size_t>; ///< offset and number of a member

  [[nodiscard]] bool isAligned(const FactMember &member) const {
    return member.declared_align >= line_;
  }

  const FactRecord &record_;
  std::uint32_t line_;
  std::vector<Numbered> aligned_; ///< by offset, with the last aligned one up to there
  std::vector<Numbered> all_;     ///< by offset, with the first one from there on
  std::vector<std::uint64_t> pad_ends_, pad_begins_; ///< sorted
};

} // namespace fsfind
