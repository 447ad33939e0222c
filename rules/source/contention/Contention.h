#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"
#include "rules/source/contention/ObjectHints.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Whether different threads use two data that lie beside each other, so that they compete for the
/// line.
namespace fsfind {

/// The bytes of a member or a variable, and all uses of them that count: none while the object is
/// made or reset, none where no other thread runs.
struct Datum {
  std::string name;
  FactPlace declared;       ///< declaration of the record's member, or of the variable
  FactPlace innermost = {}; ///< declaration of the nested member, if it is one
  Bytes bytes;
  std::uint64_t align = 1; ///< the address that `bytes` are counted from is a multiple of this
  bool elements = false;   ///< an array whose elements are chosen by an index
  bool variable = false;   ///< a variable, not a member
  /// The unions around the bytes: offset of each, and number of the member taken.
  RareList<std::pair<std::uint64_t, std::uint32_t>> alternatives = {};
  std::vector<const Use *> uses;
  /// Plain reads outside loops, which are not in `uses`; see Program::singleReads().
  std::vector<const Use *> single_reads = {};
};

/// Two uses by which threads compete for a line, and how likely that is.
struct Contention {
  Confidence confidence = Confidence::Low;
  bool read_write = false; ///< only the first writes
  const Use *first = nullptr;
  const Use *second = nullptr;
  RoleIndex first_role, second_role;
  bool hands_over = false;  ///< the two are ends of a queue (Candidate::hands_over)
  bool roles_shown = false; ///< the program is seen to run the two in different threads
  /// From the thread entries to the two uses, added; fewer are easier to verify.
  std::uint32_t calls = 0;
};

/// The strongest evidence that different threads use the two data; none if they are used
/// together, under one lock, or by one thread.
[[nodiscard]] std::optional<Contention> contentionOf(const Program &program, const Datum &a,
                                                     const Datum &b, ObjectHints hints);

[[nodiscard]] bool counts(const Use &use);

/// Whether the variable has a place of its own in memory that several threads may use.
[[nodiscard]] bool isShareable(const FactVariable &variable);

/// The part of a lock's `bytes` that locking writes: glibc's mutex of 40 bytes has its state in the
/// first 16. Other data is written as a whole.
[[nodiscard]] Bytes writtenPart(const Use &use, Bytes bytes);

} // namespace fsfind
