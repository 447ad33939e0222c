#pragma once

#include <string>
#include <string_view>

/// Records as users name them: with or without scope and template arguments.
namespace fsfind {

/// A name without the arguments that end it: `ns::Queue` of `ns::Queue<int>` and of Go's
/// `ns.Queue[int]`.
[[nodiscard]] std::string_view withoutArguments(std::string_view name);

class WantedName {
public:
  /// A keyword before the name is ignored: `struct queue`.
  explicit WantedName(const std::string &text);

  /// Whether a record may be the wanted one by its own name, which lacks the scope. Cheap.
  [[nodiscard]] bool mayBe(std::string_view own) const;
  /// Whether `qualified` is the wanted name or ends with it behind `::`, `.` or `/`. A wanted
  /// name that begins with `::` has its whole scope: `::Queue` is no `ns::Queue`. If the wanted
  /// name has no arguments, those of `qualified` do not count; blanks never do.
  [[nodiscard]] bool is(std::string_view qualified) const;

private:
  std::string name_;
  bool whole_ = false;     ///< it has its whole scope
  std::string simple_;     ///< without scope and arguments
  bool arguments_ = false; ///< the name has some
};

} // namespace fsfind
