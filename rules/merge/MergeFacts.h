#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Facts.h"

#include <memory>
#include <string>

/// Facts of many units as facts of one program.
///
/// The union of facts is associative, commutative and idempotent: whatever the order and the
/// grouping, the result is the same, byte by byte. Entries become one if they are files of the same
/// name; units of the same file; types of the same structure; or variables, functions or records
/// with the same key and place of definition (and layout, for records). A definition and a mere
/// declaration stay separate, since two programs in one build directory may define the same name.
/// - If a function's definitions at one place differ (an inline one under different macros), the
///   one with most facts stays; of several such an arbitrary, but always the same one.
/// - A variable defined in several units (inline) belongs to the first of them by file name.
/// - What units know of a record beside its layout is joined: of a member's types the one that
///   leads to a complete record; an alignment may be written only if every unit allows it.
///
/// Linking turns a union into a program: references to a declaration become references to its
/// definition (to the one with most facts, if there are several), and references to an incomplete
/// record become references to the complete one.
namespace fsfind {

/// Builds the union of any number of sets of facts, in linear time; its functions, the most of it,
/// take no more memory than in a file that is not packed. The facts must be sound, as
/// those of a facts file are (FactsFile.h).
class FactsMerger {
public:
  FactsMerger();
  ~FactsMerger();
  FactsMerger(FactsMerger &&) noexcept;
  FactsMerger &operator=(FactsMerger &&) noexcept;

  void add(Facts facts);

  /// The union of all that was added, in normal form and not linked: a file of it can be merged
  /// again. The merger is empty afterwards.
  [[nodiscard]] Facts take();

  /// Writes the same into a facts file, whole or not at all. Takes far less memory than take(). The
  /// merger is empty afterwards.
  [[nodiscard]] Expected<void> write(const std::string &path);

private:
  class State;
  std::unique_ptr<State> state_;
};

/// The same facts with every table sorted and nothing twice; type 0 is the unknown one.
[[nodiscard]] Facts normalised(Facts facts);

/// The program that rules need: declarations linked to definitions, sound, in normal form.
[[nodiscard]] Facts linked(Facts facts);

/// `into` becomes the union of both, linked.
void mergeFacts(Facts &into, Facts more);

} // namespace fsfind
