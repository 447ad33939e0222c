#pragma once

#include "rules/model/Facts.h"

#include <optional>
#include <string_view>
#include <unordered_set>

namespace fsfind {

/// What all units or functions of a program, or some, have in common.
class ProgramTraits {
public:
  /// `facts` outlives this.
  explicit ProgramTraits(const Facts &facts);

  /// `new` honours alignment in all units that have it, as it does since C++17.
  [[nodiscard]] bool newAligns() const { return new_aligns_; }
  /// Some unit, of that language if one is given, has no word for alignments.
  [[nodiscard]] bool lackWord(std::optional<bool> cplusplus) const;
  /// The language of all units; none if they differ.
  [[nodiscard]] std::optional<bool> cplusplus() const { return cplusplus_; }
  /// Some unit could not be read in full.
  [[nodiscard]] bool haveErrors() const { return errors_; }
  /// Some unit is made of the file.
  [[nodiscard]] bool has(std::string_view file) const { return files_.contains(file); }
  /// Some function lets threads run that nobody waits for.
  [[nodiscard]] bool detach() const { return detach_; }
  /// Some function ends threads, or leaves functions, other than by their return.
  [[nodiscard]] bool unwind() const { return unwind_; }
  [[nodiscard]] bool useOpenMp() const { return openmp_; }

private:
  bool new_aligns_ = true, errors_ = false;
  bool detach_ = false, unwind_ = false, openmp_ = false;
  bool c_lacks_word_ = false, cplusplus_lacks_word_ = false;
  std::optional<bool> cplusplus_;
  std::unordered_set<std::string_view> files_;
};

} // namespace fsfind
