#pragma once

#include "rules/measured/findings/FindingDraft.h"

#include <utility>

namespace fsfind {

/// A finding in the making on bytes without names, or with none that tells them apart: heap memory,
/// data of stripped or missing files, variables without a type. Who shares a line is known without
/// names, so it is told, with low confidence. Lines that one source place writes are one finding:
/// an array on the heap has thousands.
class UnnamedDraft {
public:
  /// Equal for lines that belong together: of one rule, mapping, variable (where one is known) and
  /// source place that stores most (that contends most where no store was sampled).
  using Key = std::pair<std::string_view, std::string>;
  [[nodiscard]] static Key keyOf(const Profile &profile, const UsedLine &used, Sharing sharing);

  UnnamedDraft(const Profile &profile, std::string_view rule) : profile_(profile), rule_(rule) {}

  /// Takes all of the line's bytes.
  void add(const UsedLine &used, Sharing sharing);

  [[nodiscard]] const Tally &tally() const { return tally_; }
  /// Without a rank.
  [[nodiscard]] Finding finish() const;

private:
  /// Bytes [first, second) of a line.
  using Bytes = std::pair<std::uint32_t, std::uint32_t>;
  struct Use {
    std::set<std::uint32_t> readers, writers;
    std::uint64_t contended = 0;
  };

  void describe(const UsedLine &used);
  [[nodiscard]] Use useOf(const UsedLine &used, std::size_t cell) const;
  /// The line's used bytes, cut where the threads that use them change; ascending.
  [[nodiscard]] std::vector<std::pair<Bytes, Use>> runs(const UsedLine &used) const;
  /// What offsets are counted from, as an offset in a line: negative ones wrap.
  [[nodiscard]] std::uint64_t origin() const;
  [[nodiscard]] std::vector<FindingMember> members() const;
  [[nodiscard]] std::string message(const std::vector<FindingMember> &members) const;

  const Profile &profile_;
  std::string_view rule_;
  std::optional<Sharing> sharing_;
  Object object_;
  std::string mapping_;
  bool verified_ = true;
  std::map<Bytes, Use> uses_;
  SiteUses sites_;
  std::set<std::uint64_t> lines_;
  Tally tally_;
};

} // namespace fsfind
