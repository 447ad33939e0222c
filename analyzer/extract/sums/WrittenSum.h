#pragma once

#include "analyzer/extract/sums/Update.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringSet.h>

#include <string>
#include <vector>

namespace fsfind::analyzer {

/// A loop, and its changes of one number: all of one kind, by the same expression.
struct SumInLoop {
  const clang::Stmt *loop = nullptr;
  const clang::ValueDecl *number = nullptr;
  std::vector<Update> updates; ///< in the order of the source; at least one
  bool may_dangle = false;     ///< SumPath::mayDangle()
};

/// The edits of FactSum, or why they cannot be written.
struct WrittenSum {
  std::vector<FactEdit> edits;
  std::string obstacle;
};

/// `names`: those of locals that edits of the same function make; the new one is added.
[[nodiscard]] WrittenSum writtenSum(Unit &unit, const SumInLoop &sum, llvm::StringSet<> &names);

} // namespace fsfind::analyzer
