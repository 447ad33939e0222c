#pragma once

#include "rules/model/Facts.h"
#include "rules/model/Finding.h"
#include "rules/remedy/layout/RecordLayout.h"
#include "rules/remedy/source/WrittenRecord.h"

#include <string>
#include <vector>

/// A new order of a record's members, as edits that move whole lines.
namespace fsfind {

class MovedMembers {
public:
  /// `arrangement` has each of the record's members once. All arguments outlive this.
  /// `by_attribute` tells how alignments are written: see alignedBy().
  MovedMembers(const Facts &facts, const WrittenRecord &target, const Arrangement &arrangement,
               bool by_attribute = false);

  /// Why a tool must not reorder the members, as a clause; empty if it may.
  [[nodiscard]] std::string obstacle() const;
  /// Requires that there is no obstacle. Sorted, and no two touch. `alignment` is written where the
  /// arrangement aligns a member.
  [[nodiscard]] std::vector<Edit> edits(const std::string &alignment) const;

private:
  [[nodiscard]] const FactMember &member(const Placed &placed) const;
  void keepMost();
  [[nodiscard]] std::string lineObstacle() const;
  [[nodiscard]] std::string constructionObstacle() const;
  [[nodiscard]] std::size_t firstKept() const;
  [[nodiscard]] Edit insertion(FactPlace at, std::string text) const;
  [[nodiscard]] std::string linesOf(const Placed &placed, const std::string &alignment) const;

  const Facts &facts_;
  const WrittenRecord &target_;
  const FactRecord &record_;
  const std::vector<Placed> &members_;
  bool by_attribute_ = false;
  std::vector<bool> kept_; ///< by position in the new order: the member's lines do not move
};

} // namespace fsfind
