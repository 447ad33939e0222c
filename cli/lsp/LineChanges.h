#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fsfind::lsp {

/// Changes of a text, in their order, as far as they say which of its lines are still there and
/// where. Lines count from 0.
class LineChanges {
public:
  /// From line `first` on, `removed` lines were replaced by `added` ones. A change of the same line
  /// again and again, as by typing, takes no more memory, if there is none before that is counted
  /// in `kept`.
  void add(std::uint32_t first, std::uint32_t removed, std::uint32_t added, std::size_t kept);

  /// Where a line is after all changes, if it is a line of the text as it was before the change
  /// number `from`, which counts from 0; none if one has touched it.
  [[nodiscard]] std::optional<std::uint32_t> now(std::uint32_t line, std::size_t from = 0) const;

  [[nodiscard]] std::size_t count() const { return changes_.size(); }
  /// Takes the first changes away, and returns them: lines count from where they were after these.
  LineChanges takeFirst(std::size_t count);

private:
  struct Change {
    std::uint32_t first = 0, removed = 0, added = 0;
    bool operator==(const Change &) const = default;
  };
  std::vector<Change> changes_;
};

} // namespace fsfind::lsp
