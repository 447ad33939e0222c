#pragma once

#include "rules/model/Facts.h"

#include <memory>
#include <string_view>

/// Facts of many units as facts of one program. Merging is associative, commutative and idempotent:
/// whatever the order and the grouping, the result is the same, byte by byte.
///
/// The same entity has the same key; a file, its name; a type, its structure; a unit, its file.
/// - A function counts once: a definition wins over declarations, of differing definitions the one
///   with more facts, and among equals an arbitrary but always the same one.
/// - A variable likewise; it belongs to the first (by name) of the units that define it.
/// - Records of one key but of another layout (another size, alignment, offset) stay apart: the
///   largest keeps the key, the others' keys get `kVariantMark` and a number made of the layout.
///   An incomplete record becomes the complete one where that is known.
/// - What units see of a record beside its layout is joined: a member's type is the one that
///   leads further, an alignment may be written if every unit allows it.
namespace fsfind {

inline constexpr std::string_view kVariantMark = " layout:";

/// Takes any number of sets of facts, in linear time. Facts must be sound, as those of a facts file
/// are (FactsFile.h).
class FactsMerger {
public:
  FactsMerger();
  ~FactsMerger();
  FactsMerger(FactsMerger &&) noexcept;
  FactsMerger &operator=(FactsMerger &&) noexcept;

  void add(Facts facts);

  /// All that was added, in normal form; the merger is empty afterwards.
  [[nodiscard]] Facts take();

private:
  class State;
  std::unique_ptr<State> state_;
};

/// The same facts with every table sorted and nothing twice.
[[nodiscard]] Facts normalised(Facts facts);

/// `into` becomes the union of both, in normal form.
void mergeFacts(Facts &into, Facts more);

} // namespace fsfind
