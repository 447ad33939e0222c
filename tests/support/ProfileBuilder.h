#pragma once

#include "rules/model/Profile.h"

#include <map>
#include <string>

/// Composes profiles by hand, for tests of what judges and prints them.
namespace fsfind::test {

class ProfileBuilder {
public:
  explicit ProfileBuilder(std::uint32_t line_size = 64);

  /// A static variable, or one element of it. `size` is the element's.
  TargetIndex global(const std::string &name, const std::string &type, std::uint64_t address,
                     std::uint64_t size, std::optional<std::uint64_t> index = std::nullopt);
  /// A member of the object that `target` stands for.
  TargetIndex member(TargetIndex target, const std::string &path, std::uint64_t offset,
                     std::uint64_t size = 8);
  /// Bytes nothing is known of.
  [[nodiscard]] TargetIndex unknown() const { return TargetIndex(0); }
  Target &target(TargetIndex index) { return profile_.targets[index.value()]; }

  /// Begins a line; accesses that follow are on it.
  ProfileBuilder &line(std::uint64_t address);
  /// `hitm` of the samples are local HITM. The access is at the target's first byte.
  ProfileBuilder &load(std::uint32_t tid, TargetIndex target, std::uint64_t count,
                       std::uint64_t hitm = 0);
  ProfileBuilder &store(std::uint32_t tid, TargetIndex target, std::uint64_t count);
  /// The same at a bare offset.
  ProfileBuilder &loadAt(std::uint32_t tid, std::uint32_t offset, std::uint64_t count,
                         std::uint64_t hitm = 0, std::uint8_t size = 8);
  ProfileBuilder &storeAt(std::uint32_t tid, std::uint32_t offset, std::uint64_t count,
                          std::uint8_t size = 8);

  /// The last access added, to be changed at will.
  Access &last() { return profile_.lines.back().accesses.back(); }
  /// The last access added is of another function than the others.
  ProfileBuilder &inFunction(const std::string &name);
  Line &lastLine() { return profile_.lines.back(); }

  /// The profile with its sums made consistent with its lines.
  Profile build();

private:
  void add(std::uint32_t tid, Access access);
  ThreadIndex thread(std::uint32_t tid);
  [[nodiscard]] std::uint32_t offsetOf(TargetIndex target) const;

  Profile profile_;
  std::map<std::uint32_t, ThreadIndex> threads_;
};

} // namespace fsfind::test
