#pragma once

#include "rules/model/Bytes.h"
#include "rules/program/Bindings.h"

#include <compare>
#include <optional>
#include <string>
#include <vector>

/// An access as shared memory sees it: which bytes of which object, by which threads, how often.
namespace fsfind {

/// Whose the object is that an access touches.
enum class Instance : std::uint8_t {
  Shared,    ///< one that several threads reach: a global, or handed to threads as it is
  Unknown,   ///< behind a pointer of unknown origin, some element, or a local that others may reach
  PerThread, ///< each thread has been given its own
};

/// The pointer, array or container that holds elements: a variable, or a record's member.
struct Holder {
  std::optional<VariableIndex> variable;
  std::optional<RecordIndex> record; ///< with `member`
  std::uint32_t member = 0;
  auto operator<=>(const Holder &) const = default;
  [[nodiscard]] bool known() const { return variable || record; }
};

/// An element chosen by something that is not constant.
struct Selection {
  FactIndex index; ///< where it says Parameter or Member in the source, what these lead to
  Selector by = Selector::None;
  Holder holder;             ///< of the array or block of elements
  std::uint64_t element = 0; ///< bytes of one; 0 = unknown
  std::uint64_t stride = 0;  ///< bytes from one value's element to the next value's; 0 = unknown
  std::uint64_t begin = 0;   ///< of the elements, from the root's begin or the pointer's target
  std::uint64_t count = 0;   ///< elements; 0 = unknown
  Bytes used;                ///< of an element
  bool on_heap = false;      ///< the elements lie behind a pointer or in a container
  std::optional<TypeIndex> type; ///< of an element
  std::string extent;            ///< the array's bound as written
};

/// A record that is a part of another, on the way to the bytes.
struct RecordPart {
  RecordIndex record;
  std::uint64_t begin = 0;      ///< from the frame's begin
  std::size_t path_begin = 0;   ///< of the frame's path, where the part's own begins
  std::size_t alternatives = 0; ///< how many of the frame's are around the part
  Place declared;               ///< of the part's own member that holds the bytes
};

/// The outermost record object in which the access lies at a fixed place.
struct RecordFrame {
  RecordIndex record;
  Bytes bytes;              ///< from the record's begin; all of an array whose elements are chosen
  std::uint64_t align = 1;  ///< that the record's address is a multiple of
  bool in_array = false;    ///< the record is an element of an array
  bool linked = false;      ///< reached through a pointer of another such record
  bool whole_array = false; ///< `bytes` are those of an array
  std::string path;         ///< `prod.head`
  /// Of unions on the way: where each begins in the record, and which alternative was taken.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> alternatives;
  Place declared; ///< of the record's own member that holds the bytes
  std::vector<RecordPart> parts;
};

struct Use {
  FunctionIndex function; ///< with the access
  FunctionIndex author;   ///< that chose the member: a caller that passes its address, or itself
  const FactAccess *access = nullptr;
  /// That execute it while other threads may run; empty: only before or after those.
  std::vector<Reach> roles;
  Instance instance = Instance::Unknown;
  /// On the way to the access it was given to a thread that was started, or stored somewhere.
  bool handed_over = false;
  std::optional<VariableIndex> root; ///< the variable that holds the bytes, not behind a pointer
  Bytes bytes;                       ///< of `root`, or from the last pointer's target
  std::optional<RecordFrame> frame;
  std::vector<Selection> selections; ///< outermost first; those before the last pointer are gone
  std::vector<Selection> passed;     ///< those before: elements with the pointers come through
  std::string path;                  ///< from the root or pointer, as `slots[].count`
  TypeClass leaf = TypeClass::Plain; ///< what kind of thing is accessed
  bool is_volatile = false;
  bool setup = false;  ///< in a constructor, destructor, or a function that makes or resets objects
  bool looped = false; ///< in a loop of its own function
  Place declared;      ///< of the innermost member, or the variable
  std::vector<std::uint32_t> locks; ///< numbers of the locks held, sorted

  [[nodiscard]] bool writes() const { return access->op != Op::Read; }
  [[nodiscard]] bool synchronises() const {
    return access->atomic || is_volatile || leaf == TypeClass::Atomic || leaf == TypeClass::Lock ||
           leaf == TypeClass::Condition;
  }
  [[nodiscard]] bool hot(const Reach &reach) const { return looped || reach.hot; }
  /// Of the threads of the role one executes it.
  [[nodiscard]] bool byOneThread(const Reach &reach) const {
    return access->one_thread || reach.one_thread;
  }
  /// Some role executes it in a loop.
  [[nodiscard]] bool hot() const;
};

} // namespace fsfind
