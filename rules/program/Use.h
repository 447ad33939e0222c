#pragma once

#include "rules/model/Bytes.h"
#include "rules/program/Bindings.h"

#include <compare>
#include <optional>
#include <string>
#include <vector>

/// A use: an access with the bytes of the object that it touches, and the threads that execute it.
namespace fsfind {

/// Whether different threads that execute an access touch the same object.
enum class Instance : std::uint8_t {
  Shared,    ///< the same object: a global, or one that was passed to several threads
  Unknown,   ///< perhaps: behind a pointer of unknown origin, some element, or an escaped local
  PerThread, ///< each thread was given an object of its own
};

/// Which array elements belong to, or which pointer or container leads to them: a variable, or a
/// record's member.
struct ArrayId {
  std::optional<VariableIndex> variable;
  std::optional<RecordIndex> record; ///< with `member`
  std::uint32_t member = 0;
  auto operator<=>(const ArrayId &) const = default;
  [[nodiscard]] bool known() const { return variable || record; }
};

/// The choice of an element by an index that is not constant.
struct Selection {
  FactIndex index; ///< followed through parameters and members (see Reached)
  Selector by = Selector::None;
  ArrayId array;       ///< whose elements they are
  bool of_row = false; ///< they are not its own: they lie behind a pointer that is such an element
  std::uint64_t element = 0; ///< bytes of one; 0 = unknown
  std::uint64_t stride = 0;  ///< bytes between the elements of successive indices; 0 = unknown
  std::uint64_t begin = 0;   ///< offset of the first element, from the root or the pointer's target
  std::uint64_t count = 0;   ///< number of elements; 0 = unknown
  Bytes used;                ///< the bytes used, from the begin of an element
  bool on_heap = false;      ///< the elements lie behind a pointer or in a container
  std::optional<TypeIndex> type; ///< of an element
  std::string extent;            ///< the array's bound as written
};

/// A record nested in a frame's record, between it and the accessed bytes.
struct RecordPart {
  RecordIndex record;
  std::uint64_t begin = 0;      ///< offset from the begin of the frame
  std::size_t path_begin = 0;   ///< position in the frame's path where the path in the part begins
  std::size_t alternatives = 0; ///< how many of the frame's `alternatives` enclose the part
  FactPlace declared;           ///< declaration of the part's member that holds the bytes
};

/// The outermost record object in which the access lies at a fixed place.
struct RecordFrame {
  RecordIndex record;
  Bytes bytes;              ///< from the record's begin; the whole array where elements are chosen
  std::uint64_t align = 1;  ///< the record's address is a multiple of this
  bool in_array = false;    ///< the record is an element of an array
  bool linked = false;      ///< reached through a pointer of another such record
  bool whole_array = false; ///< `bytes` are those of an array
  std::string path;         ///< `prod.head`
  /// The unions around the bytes: offset of each in the record, and number of the member taken.
  RareList<std::pair<std::uint64_t, std::uint32_t>> alternatives;
  FactPlace declared; ///< declaration of the record's member that holds the bytes
  RareList<RecordPart> parts;
};

struct Use {
  FunctionIndex function; ///< that contains the access
  FunctionIndex author; ///< that chose the member: `function`, or a caller that passes its address
  const FactAccess *access = nullptr;
  /// The calls in the thread that pass its object, from the access outwards.
  RareList<const FactCall *> passed_by;
  /// The roles that execute it while other threads may run, each with the pace of the access; empty
  /// if it runs only before or after.
  std::vector<Execution> roles;
  Instance instance = Instance::Unknown;
  /// The object was passed to a thread start, or stored in memory, on its way to the access.
  bool handed_over = false;
  std::optional<VariableIndex> root; ///< the variable that holds the bytes, not behind a pointer
  Bytes bytes;                       ///< of `root`, or from the last pointer's target
  Boxed<RecordFrame> frame;
  RareList<Selection> selections;    ///< after the last pointer, outermost first
  RareList<Selection> passed;        ///< before it: the elements that hold the pointers followed
  std::string path;                  ///< from the root or pointer: `slots[].count`
  TypeClass leaf = TypeClass::Plain; ///< what kind of thing is accessed
  bool is_volatile = false;
  bool setup = false;  ///< in a constructor, destructor, or a function that makes or resets objects
  bool looped = false; ///< in a loop of its own function that runs often
  FactPlace declared;  ///< declaration of the innermost member, or of the variable
  RareList<std::uint32_t> locks; ///< numbers of the locks held, ascending

  [[nodiscard]] bool writes() const { return access->op != Op::Read; }
  [[nodiscard]] bool synchronises() const {
    return access->atomic || is_volatile || leaf == TypeClass::Atomic || leaf == TypeClass::Lock ||
           leaf == TypeClass::Condition;
  }
  /// Only one of the role's threads executes it.
  [[nodiscard]] bool byOneThread(const Execution &execution) const {
    return access->one_thread || execution.one_thread;
  }
  /// Some role executes it in a loop that runs often.
  [[nodiscard]] bool hot() const;
};

} // namespace fsfind
