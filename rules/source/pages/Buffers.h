#pragma once

#include "rules/program/Program.h"

#include <optional>
#include <vector>

/// Buffers: memory of many elements, known by what holds it, so that the place that fills it and
/// the place that uses it can be seen to mean the same.
namespace fsfind {

/// A variable or member whose elements the buffer is, or a parameter whose caller is not known.
struct BufferKey {
  Holder holder;
  std::optional<FunctionIndex> function; ///< with `parameter`, if `holder` is unknown
  std::uint32_t parameter = 0;
  std::uint32_t depth = 0; ///< pointers between the holder and the elements: 1 for rows of a table
  auto operator<=>(const BufferKey &) const = default;
};

/// An element of a buffer, as an access selects it.
struct BufferElement {
  BufferKey key;
  FactIndex index;         ///< the outermost in the buffer that is not constant
  bool per_thread = false; ///< the buffer itself was selected by a thread's number
  bool per_part = false;   ///< by an index that threads share out: rows of a table
  bool of_pointer = false; ///< the memory is elsewhere; else the holder is the array itself
};

/// `what` is to be read in `in`; nothing for what is no element of anything.
[[nodiscard]] std::optional<BufferElement> elementOf(const Facts &facts, const Designator &what,
                                                     FunctionIndex in);

/// All elements of what the pointer or container leads to.
[[nodiscard]] Designator allElements(Designator holder);

/// The arrays that lie in the record itself, of at least so many bytes.
[[nodiscard]] std::vector<BufferKey> arraysIn(const Facts &facts, RecordIndex record,
                                              std::uint64_t least);

/// `Grid::cells`, `rows[]`
[[nodiscard]] std::string nameOfBuffer(const Facts &facts, const BufferKey &key);
/// The type of what holds the elements, through `depth` pointers; nothing if that is not known.
[[nodiscard]] std::optional<TypeIndex> typeOfBuffer(const Facts &facts, const BufferKey &key);
/// Of the array itself; 0 = unknown, or elsewhere in memory.
[[nodiscard]] std::uint64_t ownBytes(const Facts &facts, const BufferKey &key);

} // namespace fsfind
