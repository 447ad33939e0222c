#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::analyzer {

/// What a source file's text tells about alignment, whichever unit includes it. Read once.
class FileText {
public:
  FileText() = default;
  /// `text` outlives this.
  explicit FileText(llvm::StringRef text);

  /// The file holds the compiler to the size or an offset of a record of this name.
  [[nodiscard]] bool assertsLayoutOf(llvm::StringRef record) const;
  /// What the last alignment before the offset is written with.
  [[nodiscard]] llvm::StringRef alignmentBefore(std::size_t offset) const;
  /// The identifier stands before the offset.
  [[nodiscard]] bool mentionsBefore(llvm::StringRef identifier, std::size_t offset);

private:
  llvm::StringRef text_;
  std::vector<llvm::StringRef> layout_assertions_;
  std::vector<std::pair<std::size_t, llvm::StringRef>> alignments_; ///< by offset
  llvm::StringMap<std::size_t> first_mentions_;
};

} // namespace fsfind::analyzer
