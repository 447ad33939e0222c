#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fsfind {

/// Samples of a member, over all instances of its record that a recording shows. An access to
/// several members counts for each.
struct MemberUse {
  std::uint64_t loads = 0, stores = 0, contended = 0;
  std::map<std::string, std::uint64_t> readers, writers; ///< samples by thread, `name/tid`
  [[nodiscard]] bool any() const { return loads != 0 || stores != 0; }
};

/// A scalar, array or library's object in a record, at any depth of the author's own records.
struct LaidOutMember {
  std::string path; ///< from the record: `stats.requests`; `Base` stands for a library's base class
  std::string type; ///< as the author writes it
  std::uint64_t offset = 0, size = 0; ///< bytes; of a bit-field those that it touches
  std::optional<std::uint64_t> bits;  ///< size of a bit-field
  MemberUse use = {};
};

/// Bytes of a record that no listed member has.
struct LayoutHole {
  std::uint64_t offset = 0, size = 0;
  bool known = true; ///< nothing has them; else virtual bases or bit-fields may
  bool operator==(const LayoutHole &) const = default;
};

struct ByteRange {
  std::uint64_t offset = 0, size = 0; ///< bytes
};

/// How a record is laid out, by debug info or by the sources.
struct TypeLayout {
  std::string name; ///< qualified
  std::string kind; ///< `struct`, `class`, `union`; of sources `record`, `union`
  Place declared;
  std::string module; ///< path of the file with the debug info; empty = by the sources
  std::uint64_t size = 0, align = 1;  ///< bytes
  std::vector<LaidOutMember> members; ///< by offset; those of unions share bytes
  /// What may hold more than the members; by sources only.
  std::vector<ByteRange> unknown = {};
  /// The members themselves, for other orders of them; empty if some share bytes.
  RecordMembers parts = {};
  bool cut = false; ///< there are more members than are listed
};

/// Whether they are the same type: of one name, declared at one place, and of one size.
[[nodiscard]] bool isSameType(const TypeLayout &a, const TypeLayout &b);

/// By offset; the last one may be the padding at the end. Those that are not known end where the
/// others begin.
[[nodiscard]] std::vector<LayoutHole> holesOf(const TypeLayout &layout);

} // namespace fsfind
