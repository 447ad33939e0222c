#pragma once

#include "rules/program/Program.h"

#include <optional>
#include <vector>

/// Buffers: memory of many elements, identified by the variable, member or parameter that holds it,
/// so that places that fill it and places that use it can be matched.
namespace fsfind {

/// The variable or member that holds the buffer, or a parameter whose caller is not known.
struct BufferKey {
  ArrayId array;
  std::optional<FunctionIndex> function; ///< with `parameter`, if `array` is unknown
  std::uint32_t parameter = 0;
  std::uint32_t depth = 0; ///< pointers between the array and the elements: 1 for rows of a table
  auto operator<=>(const BufferKey &) const = default;
};

/// An element of a buffer, as an access selects it.
struct BufferElement {
  BufferKey key;
  FactIndex index;         ///< the outermost index in the buffer that is not constant
  bool per_thread = false; ///< the buffer itself was selected by a thread's number
  bool per_part = false; ///< it was selected by the counter of a work-shared loop: rows of a table
  bool of_pointer = false; ///< `array` points to the memory; else it is the memory itself
};

/// The element that `what`, used in function `in`, denotes; none if it is no element of a known
/// buffer.
[[nodiscard]] std::optional<BufferElement> elementOf(const Facts &facts, const Designator &what,
                                                     FunctionIndex in);

/// Denotes all elements of the pointer's, container's or array's memory.
[[nodiscard]] Designator allElements(Designator array);

/// The arrays of at least `least` bytes that lie in the record itself or in records nested in it.
[[nodiscard]] std::vector<BufferKey> arraysIn(const Facts &facts, RecordIndex record,
                                              std::uint64_t least);

/// `Grid::cells`, `rows[]`
[[nodiscard]] std::string nameOfBuffer(const Facts &facts, const BufferKey &key);
/// The type of the array, followed through `depth` pointers; none if that is not known.
[[nodiscard]] std::optional<TypeIndex> typeOfBuffer(const Facts &facts, const BufferKey &key);
/// Bytes of the buffer if it is an array itself; 0 = unknown, or a pointer leads to it.
[[nodiscard]] std::uint64_t ownBytes(const Facts &facts, const BufferKey &key);

} // namespace fsfind
