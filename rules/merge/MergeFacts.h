#pragma once

#include "rules/model/Facts.h"

#include <memory>

/// Facts of many units as facts of one program.
///
/// The union of facts is associative, commutative and idempotent: whatever the order and the
/// grouping, the result is the same, byte by byte. What is one and the same: a file of one name; a
/// unit of one file; a type of one structure; a variable, function or record of one key, if the
/// definitions are at one place (and a record's layouts equal). A definition and a mere declaration
/// stay apart in the union, for two programs in one build directory may define the same name.
/// - Of a function's differing definitions at one place (an inline under different macros) the one
///   with more facts stays, and among equals an arbitrary but always the same one.
/// - A variable defined in several units (inline) belongs to the first of them by name.
/// - What units see of a record beside its layout is joined: a member's type is the one that
///   leads further, an alignment may be written if every unit allows it.
///
/// Linking turns a union into a program: references to a declaration become references to its
/// definition (of several, to the one with most facts), those to an incomplete record to the whole.
namespace fsfind {

/// Takes any number of sets of facts, in linear time. Facts must be sound, as those of a facts file
/// are (FactsFile.h).
class FactsMerger {
public:
  FactsMerger();
  ~FactsMerger();
  FactsMerger(FactsMerger &&) noexcept;
  FactsMerger &operator=(FactsMerger &&) noexcept;

  void add(Facts facts);

  /// The union of all that was added, in normal form: what a file wants that may be merged again.
  /// The merger is empty afterwards.
  [[nodiscard]] Facts take();

private:
  class State;
  std::unique_ptr<State> state_;
};

/// The same facts with every table sorted and nothing twice; type 0 is the unknown one.
[[nodiscard]] Facts normalised(Facts facts);

/// What rules want of a union: sound, in normal form.
[[nodiscard]] Facts linked(Facts facts);

/// `into` becomes the union of both, linked.
void mergeFacts(Facts &into, Facts more);

} // namespace fsfind
