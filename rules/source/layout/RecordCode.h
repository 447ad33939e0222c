#pragma once

#include "rules/model/MemberCode.h"
#include "rules/model/TypeLayout.h"
#include "rules/program/Program.h"

#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace fsfind {

/// All uses of a program, by the records that they lead through.
class RecordUses {
public:
  /// `program` outlives the object.
  explicit RecordUses(const Program &program);

  [[nodiscard]] const Program &program() const { return program_; }
  /// Whether code uses the record while other threads may run.
  [[nodiscard]] bool any(RecordIndex record) const { return uses_.contains(record); }
  /// Those that lead through one of the records, each once, in the program's order.
  [[nodiscard]] std::vector<const Use *> of(std::span<const RecordIndex> records) const;

private:
  void add(const Use &use);

  const Program &program_;
  std::vector<const Use *> all_;                         ///< in the program's order
  std::map<RecordIndex, std::vector<std::size_t>> uses_; ///< positions in `all_`, ascending
};

/// For each member of the layout, which is that of `record`: the code that uses it while other
/// threads may run, by the uses that rules judge. Code that uses an object of a base class counts
/// for the record, too, unless that object is known to be another; so does code that uses the
/// record as a part of another one.
[[nodiscard]] std::vector<MemberCode> codeOf(const RecordUses &uses, RecordIndex record,
                                             const TypeLayout &layout);

} // namespace fsfind
