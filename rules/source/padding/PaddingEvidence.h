#pragma once

#include "rules/program/Program.h"
#include "rules/source/contention/DatumUses.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

/// Which threads use the members of records: shows whether their author meant to keep members
/// apart.
namespace fsfind {

class PaddingEvidence {
public:
  explicit PaddingEvidence(const Program &program);

  /// Written by a role of several threads, or by several roles, outside of setup.
  [[nodiscard]] bool writtenByThreads(RecordIndex record) const;
  /// From the first byte that threads use to the last, but not while it is set up or by main()
  /// alone; as usedBytes() if no thread is seen to use any.
  [[nodiscard]] Bytes hotBytes(RecordIndex record) const;
  /// Elements of an array of that record are chosen by the thread's number.
  [[nodiscard]] bool selectedByThread(RecordIndex record) const {
    return selected_.contains(record);
  }
  /// Objects of the record are elements of arrays, or several are allocated at once.
  [[nodiscard]] bool inArrays(RecordIndex record) const { return in_arrays_.contains(record); }
  /// Bytes: every allocation of its objects is at a multiple of this; 0 = unknown.
  [[nodiscard]] std::uint64_t allocatedAlign(RecordIndex record) const;
  /// One role writes one of the members `a` and `b` while another role may use the other, or both
  /// are shared by type (isShared) and complementary by name.
  [[nodiscard]] bool contend(RecordIndex record, std::uint32_t a, std::uint32_t b) const;
  /// The members contend, and either different roles write them or both are shared by type. False
  /// if all functions that write one of them write the other too.
  [[nodiscard]] bool writtenApart(RecordIndex record, std::uint32_t a, std::uint32_t b) const;
  /// The member is the record's first, and the record is used in arrays: an alignment of the member
  /// separates the elements of an array.
  [[nodiscard]] bool partsElements(RecordIndex record, std::uint32_t member) const;
  /// A lock, an atomic, a volatile, or an object that holds one.
  [[nodiscard]] bool isShared(TypeIndex type) const;
  /// Some member is shared by type, or is written atomically.
  [[nodiscard]] bool hasSharedMember(RecordIndex record) const;
  [[nodiscard]] std::vector<FindingMember> members(RecordIndex record) const;

private:
  struct Users {
    std::set<RoleIndex> writers, readers;
    Functions authors; ///< functions that write
  };
  void addUse(const Use &use);
  void addUsers(const Use &use);
  [[nodiscard]] static bool areTogether(const Users &one, const Users &other);
  void addArrays();
  void addAllocation(const FactAllocation &allocation, const FactType &element);
  [[nodiscard]] const Users *users(RecordIndex record, std::uint32_t member) const;

  const Program &program_;
  const Facts &facts_;
  std::vector<bool> parting_; ///< by record: it is padded or aligned
  std::map<std::pair<RecordIndex, std::uint32_t>, Users> users_;
  std::map<RecordIndex, Bytes> hot_; ///< of records that are padded or aligned
  std::set<RecordIndex> selected_, in_arrays_, atomic_;
  std::map<RecordIndex, std::uint64_t> allocated_; ///< the least alignment promised, bytes
};

/// From the first byte to the last of the members that are not padding; the whole record if there
/// are none.
[[nodiscard]] Bytes usedBytes(const FactRecord &record);
/// The allocator honours the alignment of the type, or nothing is known of it.
[[nodiscard]] bool isAligning(const Facts &facts, const FactAllocation &allocation);
/// The record has only numbers and padding: its alignment is for vector instructions.
[[nodiscard]] bool isForVectors(const Facts &facts, const FactRecord &record);

} // namespace fsfind
