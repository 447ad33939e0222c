#pragma once

#include "rules/model/Profile.h"

#include <string>
#include <string_view>

namespace fsfind {

struct FactMember;
struct FactRecord;

/// The type that names call a word of std::vector<bool>.
inline constexpr std::string_view kBitWord = "std::vector<bool>::word";

/// Who called the allocator: the function, or the file's name where the function is not known;
/// empty if neither is.
[[nodiscard]] std::string allocatorOf(const Object &object);

/// What an object is called: its variable's name; else by the pointer that leads to it (`*stats`;
/// `locks` where it is an element); else its type; else who allocates it (`memory of makeBuffer
/// (buffer.c:7)`). Empty if none of that is known.
[[nodiscard]] std::string displayName(const Object &object);

/// An array whose elements are called so: `stats[]`; of Go's slices `[][]uint8`.
[[nodiscard]] std::string arrayOf(const std::string &element);

/// A member of an object that is called `name`: `queue.head`, `stats->head`, `ns::Queue.head` if
/// the object is known by its type only: `::` joins scopes, not members.
[[nodiscard]] std::string memberName(const Object &object, const std::string &name,
                                     const std::string &member);

/// The same of a member that sources declare.
[[nodiscard]] std::string memberName(const FactRecord &record, const FactMember &member);

/// The same as it was spelled before, which fingerprints and lists of suppressions keep:
/// `ns::Queue::head`. The name of a variable is as it is.
[[nodiscard]] std::string withColons(std::string name);

/// The object is a block of which only the allocation is known, neither variable nor type.
[[nodiscard]] bool isUntypedMemory(const Object &object);

/// Whether a display name tells no more than who allocated the memory.
[[nodiscard]] bool namesOnlyAllocation(const std::string &name);

/// A display name, or a path that begins with one, without what edits elsewhere in the file change:
/// the line of an allocation.
[[nodiscard]] std::string lastingName(const std::string &name);

} // namespace fsfind
