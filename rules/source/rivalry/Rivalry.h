#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"
#include "rules/source/rivalry/ObjectSigns.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Whether two things beside each other are used against each other.
namespace fsfind {

/// Some bytes with a name, a member or a variable, and all uses of them that count: none while the
/// object is made or reset, none where no other thread runs.
struct Party {
  std::string name;
  Place declared;       ///< of the record's own member, or the variable
  Place innermost = {}; ///< of the member of a member that it is
  Bytes bytes;
  std::uint64_t align = 1; ///< that the bytes' origin is a multiple of
  bool elements = false;   ///< an array, whose elements are chosen
  bool variable = false;   ///< a variable of its own, not a member
  /// Of unions: where each begins, and which alternative it is.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> alternatives = {};
  std::vector<const Use *> uses;
  /// Plain reads outside loops besides, where the record has something atomic.
  std::vector<const Use *> single_reads = {};
};

/// Two uses that show the rivalry, and how far they can be trusted.
struct Rivalry {
  Confidence confidence = Confidence::Low;
  bool read_write = false; ///< only the first writes
  const Use *first = nullptr;
  const Use *second = nullptr;
  RoleIndex first_role, second_role;
  bool roles_shown = false; ///< the program is seen to run the two in different threads
  std::uint32_t calls = 0; ///< from the roles' entries to the uses: the fewer, the easier to follow
};

/// What speaks for two parties being used by different threads; none if they are used together,
/// under one lock, or by one thread.
[[nodiscard]] std::optional<Rivalry> rivalryOf(const Program &program, const Party &a,
                                               const Party &b, ObjectSigns signs);

[[nodiscard]] bool counts(const Use &use);

/// Of a lock, what locking writes: glibc's mutex has its words in the first 16 bytes of 40.
[[nodiscard]] Bytes writtenPart(const Use &use, Bytes bytes);

} // namespace fsfind
