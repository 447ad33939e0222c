#pragma once

#include "rules/model/Report.h"

#include <set>
#include <string>
#include <string_view>

/// Words in texts for people; those of JSON and CSV are in rules/codec/JsonWords.h.
namespace fsfind::report {

/// The number of samples of one class of the ranking view.
[[nodiscard]] inline std::uint64_t classCount(const Profile &profile, SampleClass kind) {
  return profile.classes[static_cast<std::size_t>(kind)];
}

/// What local and remote mean on the recorded machine; empty if that is unknown.
struct Distance {
  std::string_view local, remote;
};
[[nodiscard]] Distance distanceWords(Vendor vendor);

/// `false`, `true`, `mixed`, `first touch`, `unclear`.
[[nodiscard]] std::string_view sharingWord(const std::optional<Sharing> &sharing);
[[nodiscard]] std::string_view confidenceWord(Confidence confidence);

/// The variable, or the type of an object without a name, with its element: `table[3]`,
/// `ns::Queue`. Empty if both are unknown.
[[nodiscard]] std::string objectLabel(const Object &object);
/// The same for all elements: `table[]`.
[[nodiscard]] std::string familyLabel(const Object &object);
/// Joins an object's label and a member: `table[3].bytes`, or `ns::Queue.head` without a variable.
[[nodiscard]] std::string memberLabel(const Object &object, const std::string &label,
                                      const std::string &member);

/// Names lines by address; if several processes have lines at one address, with the process id.
class LineNames {
public:
  explicit LineNames(const Report &report);
  [[nodiscard]] std::string of(const Line &line) const;

private:
  std::set<std::uint64_t> repeated_;
};

/// What is known to lie on a line and is not used next to never, hottest first:
/// `table[].{requests, bytes}, flag`.
[[nodiscard]] std::string lineContents(const Profile &profile, const Line &line);

/// Where another CPU is: `behind the same L3`.
[[nodiscard]] std::string_view distanceWords(CpuDistance distance);
/// In the unit that suits it: `4.1 ms`.
[[nodiscard]] std::string nanosecondsText(double ns);

/// `file.c:12`, empty if unknown.
[[nodiscard]] std::string placeText(const Place &place);
/// The last part of a path.
[[nodiscard]] std::string baseName(const std::string &path);

} // namespace fsfind::report
