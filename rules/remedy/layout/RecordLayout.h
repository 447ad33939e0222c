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

/// The next multiple; the value itself where `align` asks for none (0, 1).
[[nodiscard]] constexpr std::uint64_t roundedUp(std::uint64_t value, std::uint64_t align) {
  return align < 2 ? value : (value + align - 1) / align * align;
}

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

/// The parts lie where their sizes and alignments put them, in a record of that size whose own
/// alignment is `align` (0 = none). Else something decided that is not known here.
[[nodiscard]] bool isExplained(const LayoutParts &parts, std::uint64_t size, std::uint64_t align);

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

/// Contended members of one writer together, each such group on lines of its own. What the conflict
/// is not about stays behind the contended member that it follows, with whose line it was used
/// before.
[[nodiscard]] Arrangement groupedByWriters(const LayoutParts &parts, std::uint32_t line);

/// The same with what the conflict is not about together on lines of its own.
[[nodiscard]] Arrangement groupedApart(const LayoutParts &parts, std::uint32_t line);

/// Members share a line, or come closer on one, that did so at less than half of the addresses
/// before that a record of this alignment may have: the rules took that for unlikely. Of large ones
/// it is not known which bytes are used. Contended ones of one writer do not count.
[[nodiscard]] bool bringsTogether(const LayoutParts &parts, std::uint64_t align,
                                  const Arrangement &arrangement, std::uint32_t line);

} // namespace fsfind
