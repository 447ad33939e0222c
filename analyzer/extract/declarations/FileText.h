#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::analyzer {

/// What the text of a source file tells about alignment.
class FileText {
public:
  FileText() = default;
  /// `text` must outlive this object.
  explicit FileText(llvm::StringRef text);

  /// Whether an assertion in the file checks the size or an offset of a record of this name.
  [[nodiscard]] bool assertsLayoutOf(llvm::StringRef record) const;
  /// The expression in the last alignment before the offset.
  [[nodiscard]] llvm::StringRef alignmentBefore(std::size_t offset) const;
  /// Whether the identifier occurs before the offset.
  [[nodiscard]] bool mentionsBefore(llvm::StringRef identifier, std::size_t offset);

private:
  llvm::StringRef text_;
  std::vector<llvm::StringRef> layout_assertions_;
  std::vector<std::pair<std::size_t, llvm::StringRef>> alignments_; ///< by offset
  llvm::StringMap<std::size_t> first_mentions_;
};

} // namespace fsfind::analyzer
