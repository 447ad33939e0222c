#pragma once

#include "rules/join/UsedData.h"
#include "rules/model/Facts.h"
#include "rules/program/Roles.h"

#include <map>
#include <set>
#include <string>
#include <vector>

/// What the measured threads use as well, by the code that they were measured in. A recording shows
/// few uses of data that a thread loads right behind others of the same line: only the first load
/// waits.
namespace fsfind {

class MeasuredCode {
public:
  using Threads = std::set<std::string>; ///< as the members' writers: `thread 12`

  /// A function that writes a measured member is run by that member's writers, and so is what it
  /// calls, and its caller if it has only one. Of other functions those that read a member which
  /// nobody was seen to write are run by its readers. Functions that run only while no thread does
  /// do not count, nor constructors. `facts` and `roles` outlive this.
  MeasuredCode(const Facts &facts, const Roles &roles, const std::vector<UsedDatum> &measured);

  /// Threads whose code reads (or writes) in loops the member declared there, in any object.
  [[nodiscard]] const Threads &readers(FactPlace member) const { return of(readers_, member); }
  [[nodiscard]] const Threads &writers(FactPlace member) const { return of(writers_, member); }

private:
  using ByMember = std::map<FactPlace, Threads>;

  [[nodiscard]] static const Threads &of(const ByMember &all, FactPlace member);
  [[nodiscard]] FactPlace placeOf(const FactStep &step) const;
  [[nodiscard]] bool counts(FunctionIndex function) const;
  template <class What> [[nodiscard]] bool isOften(FunctionIndex function, const What &what) const;
  [[nodiscard]] Threads runBy(const FactFunction &function, const ByMember &members, bool writes);
  void findRunners(const ByMember &members, bool writes);
  void spread(std::vector<FunctionIndex> from);
  void collectUses();
  void addUses(const FactAccess &access, const Threads &threads);
  void addPointers(const Designator &what, const Threads &threads);

  const Facts &facts_;
  const Roles &roles_;
  std::vector<Threads> runners_; ///< by function
  ByMember readers_, writers_;
};

} // namespace fsfind
