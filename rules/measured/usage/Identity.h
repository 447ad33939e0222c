#pragma once

#include "rules/model/DisplayName.h"
#include "rules/model/Profile.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace fsfind {

/// What findings are grouped by. Equal numbers mean the same variable, element or member; kNone
/// means that it is unknown.
struct Identity {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t variable = kNone; ///< one static variable; all heap or stack objects of one type
                                  ///< and holder (see isKnownByAllocation)
  std::uint32_t element = kNone;  ///< one array element (at any depth) or one instance
  std::uint32_t member = kNone;   ///< one member of the variable, whatever the element
  std::uint32_t holder = kNone;   ///< the element whose member is the array that this element is of

  [[nodiscard]] bool known() const { return variable != kNone; }
};

/// True for objects of no type of the author's (a lock, a number, a container of a library's) whose
/// allocation is known: that tells them apart, as a name would.
[[nodiscard]] bool isKnownByAllocation(const Target &target);

/// True for a value (a number, a lock) that a pointer leads to, if nothing tells what it is a part
/// of: neither variable, record, array nor allocation. Two of them may be members of one record.
[[nodiscard]] bool isOfUnknownObject(const Target &target);

/// True for a value of which nothing tells what it is a part of but the block of the heap, which
/// has room for more. Two of them in one block are parts of one object.
[[nodiscard]] bool isOfUntypedBlock(const Target &target);

/// Computes the identity of each target once.
class Identities {
public:
  explicit Identities(const Profile &profile)
      : profile_(profile), identities_(profile.targets.size()) {}

  const Identity &of(TargetIndex target);

private:
  std::uint32_t number(std::string key);

  const Profile &profile_;
  std::vector<Identity> identities_;
  std::vector<bool> asked_ = std::vector<bool>(identities_.size());
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// `lanes[2].count` -> `lanes[].count`; an index at the end is removed with its brackets.
[[nodiscard]] std::string pathWithoutIndices(const std::string &path);

} // namespace fsfind
