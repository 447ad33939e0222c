#pragma once

#include "rules/program/Program.h"
#include "rules/source/rivalry/PartyUses.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

/// Who uses the members of records, as far as it tells whether their author meant to keep them
/// apart.
namespace fsfind {

class PaddingEvidence {
public:
  explicit PaddingEvidence(const Program &program);

  /// Written by a role of several threads, or by several roles, outside of setup.
  [[nodiscard]] bool writtenByThreads(RecordIndex record) const;
  /// Elements of that record are chosen by the thread's number.
  [[nodiscard]] bool selectedByThread(RecordIndex record) const {
    return selected_.contains(record);
  }
  /// Elements of an array, or allocated several at once.
  [[nodiscard]] bool inArrays(RecordIndex record) const { return in_arrays_.contains(record); }
  /// What the memory for its elements is certainly a multiple of; 0 = unknown.
  [[nodiscard]] std::uint64_t allocatedAlign(RecordIndex record) const;
  /// One writes what the other uses at the same time, or both are made to be shared.
  [[nodiscard]] bool contend(RecordIndex record, std::uint32_t a, std::uint32_t b) const;
  /// Contend, and other threads write the one than write the other; each in some function that does
  /// not write both.
  [[nodiscard]] bool writtenApart(RecordIndex record, std::uint32_t a, std::uint32_t b) const;
  /// An alignment of that member is one of the record, which has it first: it parts an array's
  /// elements.
  [[nodiscard]] bool partsElements(RecordIndex record, std::uint32_t member) const;
  /// A lock, an atomic, or an object that holds one.
  [[nodiscard]] bool isShared(TypeIndex type) const { return isShared(type, 0); }
  /// Or one that is changed atomically.
  [[nodiscard]] bool hasSharedMember(RecordIndex record) const;
  [[nodiscard]] std::vector<FindingMember> members(RecordIndex record) const;

private:
  struct Users {
    std::set<RoleIndex> writers, readers;
    Functions authors; ///< that write
  };
  void addUse(const Use &use);
  void addUsers(const Use &use);
  [[nodiscard]] static bool areTogether(const Users &one, const Users &other);
  void addArrays();
  void addAllocation(const FactAllocation &allocation, const FactType &element);
  [[nodiscard]] bool isShared(TypeIndex type, int depth) const;
  [[nodiscard]] const Users *users(RecordIndex record, std::uint32_t member) const;

  const Program &program_;
  const Facts &facts_;
  std::vector<bool> parting_; ///< records that are padded or aligned
  std::map<std::pair<RecordIndex, std::uint32_t>, Users> users_;
  std::set<RecordIndex> selected_, in_arrays_, atomic_;
  std::map<RecordIndex, std::uint64_t> allocated_; ///< the least alignment promised
};

/// Bytes of a record that are not made to keep others apart.
[[nodiscard]] Bytes usedBytes(const FactRecord &record);
/// Allocators that align, and those of which nothing is known.
[[nodiscard]] bool isAligning(const Facts &facts, const FactAllocation &allocation);
/// Numbers only, aligned for vector instructions.
[[nodiscard]] bool isForVectors(const Facts &facts, const FactRecord &record);

} // namespace fsfind
