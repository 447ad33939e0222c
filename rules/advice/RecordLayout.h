#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Where members come to lie, and the smallest layouts in which those of different writers share no
/// cacheline. Plain arithmetic; sizes and offsets are bytes.
namespace fsfind {

struct LayoutPart {
  std::string name;
  std::uint64_t offset = 0, size = 0, align = 1;
  std::set<std::string> writers;
  bool contended = false; ///< others use the line while it is used
  bool alignable = false; ///< an alignment may be written before it
};
using LayoutParts = std::vector<LayoutPart>;

struct Placed {
  std::size_t part = 0; ///< position among the parts
  std::uint64_t offset = 0;
  bool aligned = false; ///< newly, to a line
};

struct Arrangement {
  std::vector<Placed> members; ///< by offset
  std::uint64_t size = 0;      ///< of the record
};

/// Two contended members are written by different threads.
[[nodiscard]] bool haveDifferentWriters(const LayoutParts &parts);

/// Each after the one before, at the next multiple of its alignment, wherever it was.
[[nodiscard]] Arrangement laidOutInOrder(const LayoutParts &parts);

/// The layout with an alignment before each of these parts, which are numbers in ascending order.
[[nodiscard]] Arrangement alignedBefore(const LayoutParts &parts,
                                        const std::vector<std::size_t> &aligned,
                                        std::uint32_t line);

/// The same members in the same order, with the alignments that part contended members of different
/// writers and make the record grow least. None if no two differ, or where an alignment that it
/// takes cannot be written.
[[nodiscard]] std::optional<Arrangement> separatedInPlace(const LayoutParts &parts,
                                                          std::uint32_t line);

/// Members of one writer together, each such group on lines of its own; what nobody is seen to
/// write, and what the conflict is not about, together. The smallest layout that does so.
[[nodiscard]] Arrangement groupedByWriters(const LayoutParts &parts, std::uint32_t line);

} // namespace fsfind
