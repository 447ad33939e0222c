#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Offsets of members, and the smallest layouts in which members of different writers share no
/// cacheline. Plain arithmetic; sizes and offsets are bytes.
namespace fsfind {

/// The next multiple; the value itself where `align` asks for none (0, 1).
[[nodiscard]] constexpr std::uint64_t roundedUp(std::uint64_t value, std::uint64_t align) {
  return align < 2 ? value : (value + align - 1) / align * align;
}

struct LayoutPart {
  std::string name;
  std::uint64_t offset = 0, size = 0, align = 1;
  std::set<std::string> writers;
  bool contended = false; ///< several threads use it, or use its line, at the same time
  bool alignable = false; ///< an alignment may be written before it
  std::set<std::string> rare_writers = {}; ///< they do not count for the layout
  bool fills_lines = false; ///< if it is aligned to a line, its type is, and takes whole ones
};
using LayoutParts = std::vector<LayoutPart>;

struct Placed {
  std::size_t part = 0; ///< position among the parts
  std::uint64_t offset = 0;
  bool aligned = false; ///< the new layout aligns it to a line
};

struct Arrangement {
  std::vector<Placed> members; ///< by offset
  std::uint64_t size = 0;      ///< of the record
};

/// Two contended members are written by different threads.
[[nodiscard]] bool haveDifferentWriters(const LayoutParts &parts);

/// Whether sizes and alignments alone explain the offsets of the parts and the record's `size`,
/// where `align` is an alignment of the record itself (0 = none). If not, the layout depends on
/// something that is not known here.
[[nodiscard]] bool isExplained(const LayoutParts &parts, std::uint64_t size, std::uint64_t align);

/// Places each part behind the one before, at the next multiple of its alignment.
[[nodiscard]] Arrangement laidOutInOrder(const LayoutParts &parts);

/// The layout with an alignment written before each of the parts `aligned` (positions, ascending).
[[nodiscard]] Arrangement alignedBefore(const LayoutParts &parts,
                                        const std::vector<std::size_t> &aligned,
                                        std::uint32_t line);

/// Keeps the order and adds those alignments that separate contended members of different writers
/// and make the record grow least. None if no two such members exist, or if an alignment that would
/// be needed cannot be written.
[[nodiscard]] std::optional<Arrangement> separatedInPlace(const LayoutParts &parts,
                                                          std::uint32_t line);

/// Groups contended members by writer, each group on lines of its own. A member that is not
/// contended stays behind the contended member that it follows, because threads use it with that
/// line already.
[[nodiscard]] Arrangement groupedByWriters(const LayoutParts &parts, std::uint32_t line);

/// The same, with all members that are not contended in a group of their own.
[[nodiscard]] Arrangement groupedApart(const LayoutParts &parts, std::uint32_t line);

/// Whether the arrangement puts two members on one line, or closer together on it, that shared a
/// line before at less than half of the addresses that a record of alignment `align` can have (the
/// rules take that for unlikely). Contended members of the same writer do not count; of members
/// larger than a line it is unknown which bytes are used.
[[nodiscard]] bool bringsTogether(const LayoutParts &parts, std::uint64_t align,
                                  const Arrangement &arrangement, std::uint32_t line);

} // namespace fsfind
