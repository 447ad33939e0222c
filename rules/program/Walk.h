#pragma once

#include "rules/program/Use.h"

#include <optional>
#include <string>

/// Follows a designator step by step to the bytes that it denotes. A Walk serves one designator.
namespace fsfind {

/// Whether the elements are bits of common words: of a std::vector<bool>, or of a std::bitset,
/// which is an array of more elements than bytes.
[[nodiscard]] bool isOfBits(const Facts &facts, const FactType &type);
[[nodiscard]] bool isOfBits(const Facts &facts, const ArrayId &array);

class Walk {
public:
  Walk(const Facts &facts, const Bindings &bindings) : facts_(facts), bindings_(bindings) {}

  /// Fills in the members of `use` about the bytes and their object. False if the memory is private
  /// to its thread, or nothing is known of it.
  [[nodiscard]] bool run(const Reached &reached, Use &use);

private:
  [[nodiscard]] bool begin(const Reached &reached, Use &use);
  void deref(Use &use);
  [[nodiscard]] bool member(const FactStep &step, Use &use);
  void openFrame(RecordIndex record, Use &use);
  void index(const FactStep &step, const FactStep *next, TypeIndex last, Use &use);
  void select(const FactIndex &index, Use &use);
  [[nodiscard]] bool isLock(TypeIndex at) const;
  void finish(const Designator &what, Use &use);
  void addToPath(const std::string &text, Use &use);
  [[nodiscard]] std::uint64_t frameAlign(const FactRecord &record, const Use &use) const;
  /// None if the object is private to its thread.
  [[nodiscard]] std::optional<Instance> instanceOf(const Reached &reached, const Use &use) const;

  const Facts &facts_;
  const Bindings &bindings_;
  ArrayId at_;                    ///< the last variable or member on the way
  std::optional<TypeIndex> type_; ///< of the object reached so far
  std::uint64_t offset_ = 0, frame_begin_ = 0, known_size_ = 0;
  std::uint32_t derefs_ = 0;
  bool chosen_ = false;       ///< the way led through an element of `at_`
  bool in_row_ = false;       ///< and from there through a pointer
  bool fresh_ = false;        ///< the next member opens a frame
  bool behind_own_ = false;   ///< the way led through a pointer or element of one thread
  bool own_row_ = false;      ///< the last step followed a pointer that is one thread's element
  bool one_of_many_ = false;  ///< the way led through a pointer that is some element of an array
  bool after_select_ = false; ///< an element of an array of the open frame was chosen
  Bytes array_;               ///< the array of the last selection
};

} // namespace fsfind
